import { expect, onTestFinished, test } from 'vitest';
import { canary } from '../../../functions/canary/canary.ts';
import type { Deps } from '../../../functions/deps.ts';
import { openWatch } from '../../../functions/watch/each-minute.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { api } from '../../../src/shared/api.ts';
import { healthReportSchema } from '../../../src/shared/health.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { siteWith } from '../../support/worlds/watch-world.ts';
import { sqliteEngine } from '../../support/worlds/each-engine.ts';
import { noAlerts } from '../../support/worlds/world.ts';

const minute = 60_000;

const healthToken = 'a-token-of-the-tests-and-of-nobody';
const monitor = bearer(healthToken);

const noForm = 'The contact page has no form.';

/** An hour passes before each visit, which ends like this. The watch looks after it. */
async function hourly() {
  const chat = await Receiver.open();
  onTestFinished(() => chat[Symbol.asyncDispose]());
  const targets = [{ url: chat.url, secrets: [], allowPrivate: true }];
  const { deps } = await siteWith((await sqliteEngine()).open(), {
    healthToken,
    alerts: { ...noAlerts, targets, watchesSilence: false },
  });
  const watch = openWatch();
  let time = Date.now();
  let read = 0;
  deps.now = () => new Date(time);
  const later = async (ms: number) => {
    time += ms;
    await watch(deps);
    const texts = chat.arrivals.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    return texts.slice(read, (read = texts.length));
  };
  return {
    deps,
    chat,
    later,
    store: await deps.store(),
    pass: (ms: number) => (time += ms),
    /** Returns the alerts that came of it. */
    visit: async (failure?: string, wait = 5 * minute) => {
      time += 55 * minute;
      await watch(deps);
      await canary(deps, () => Promise.resolve(failure));
      return later(wait);
    },
  };
}

test('the second failure in a row is an alert with its step, and the next visit ends it', async () => {
  const { visit } = await hourly();
  expect(await visit(noForm)).toEqual([]);
  expect(await visit(noForm, minute)).toMatchObject([expect.stringContaining(noForm)]);
  expect(await visit(noForm)).toEqual([]);
  expect(await visit()).toMatchObject([expect.stringContaining('The form works again.')]);
  expect(await visit()).toEqual([]);
});

test('a watch that stopped for 20 minutes is told by the canary, and by health at once', async () => {
  const { deps, store, chat, later, pass } = await hourly();
  const ask = async () => {
    const answer = await openHealth()(get(api.health), deps);
    return [answer.status, await answer.json()] as unknown[];
  };
  await later(0);
  pass(15 * minute);
  expect(await ask()).toEqual([200, { status: 'ok' }]);
  pass(5 * minute);
  expect(await ask()).toEqual([503, { status: 'not ok', why: 'watch' }]);
  await canary(deps, () => Promise.resolve(undefined));
  const texts = () => chat.arrivals.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  expect(texts()).toMatchObject([expect.stringContaining('Nobody looks for trouble any more')]);
  await canary(deps, () => Promise.resolve(undefined));
  expect(texts()).toHaveLength(1);
  expect(await later(minute)).toMatchObject([
    expect.anything(),
    expect.stringContaining('The checks run again.'),
  ]);
  expect(await ask()).toEqual([200, { status: 'ok' }]);
  expect((await store.watch()).incidents).toEqual([]);
});

test('health fails when the canary has not come for three hours', async () => {
  const { deps, later, visit } = await hourly();
  const ask = async () => {
    const answer = await openHealth()(get(api.health, monitor), deps);
    const { why, looked_seconds, canary_seconds } = healthReportSchema.parse(await answer.json());
    return [answer.status, why, looked_seconds, canary_seconds];
  };
  await visit();
  await later(175 * minute);
  expect(await ask()).toEqual([200, undefined, 0, 180 * 60]);
  await later(minute);
  expect(await ask()).toEqual([503, 'canary', 60, 181 * 60]);
});

test('a visit that the schedule makes twice at once fails once', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const failing = () => Promise.resolve(noForm);
  await Promise.all([canary(deps, failing), canary(deps, failing)]);
  expect((await (await deps.store()).watch()).canary).toMatchObject({ failures: 1 });
});

test('health says whether the canary’s visits fail', async () => {
  const { deps, visit: comes } = await hourly();
  const ask = async (of: Deps) =>
    healthReportSchema.parse(await (await openHealth()(get(api.health, monitor), of)).json())
      .canary;
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('failing');
  expect(await ask({ ...deps, canary: { isOn: false, delivers: false } })).toBe('off');
});
