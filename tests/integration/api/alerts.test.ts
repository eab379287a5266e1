import { expect, test } from 'vitest';
import { openWatch } from '../../../functions/watch/look.ts';
import { alertsSchema } from '../../../src/shared/health.ts';
import { api } from '../../../src/shared/api.ts';
import { nothingWrong } from '../../support/builders/health.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aReceiver } from '../../support/worlds/each-engine.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';
import { noAlerts, webhookAt } from '../../support/worlds/world.ts';

async function adminWorld(...urls: URL[]) {
  const targets = urls.map((url) => ({ url, secrets: [], allowPrivate: true }));
  const world = await staffWorld({ alerts: { ...noAlerts, targets } });
  return {
    ...world,
    show: async () => alertsSchema.parse((await world.get(api.alerts)).body),
    send: () => world.post(api.alerts, {}),
  };
}

test('an admin reads the current troubles', async () => {
  const receiver = await aReceiver();
  const world = await adminWorld(receiver.url);
  expect(await world.show()).toEqual(nothingWrong);
  world.deps.webhook = { state: 'missing' };
  await openWatch()(world.deps);
  expect(await world.show()).toEqual({
    ...nothingWrong,
    troubles: [
      {
        kind: 'settings',
        what: 'WEBHOOK_URL is not set: leads wait until it is.',
        since: world.deps.now().toISOString(),
      },
    ],
  });
});

test.each([
  [9, null, 239, null],
  [10, 600, 240, 14_400],
])(
  'the alarms show %i minutes undelivered as %j s, and %i minutes held as %j s',
  async (late, undelivered, held, longHeld) => {
    const world = await adminWorld();
    const now = world.deps.now().getTime();
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    const pending = { state: 'pending', next_attempt_at: ago(-60) } as const;
    await world.store.create(aRecord({ created_at: ago(late), delivery: pending }));
    await world.store.create(
      aRecord({ created_at: ago(held), delivery: { state: 'held', reasons: ['honeypot'] } }),
    );
    await openWatch()({ ...world.deps, webhook: webhookAt(new URL('http://127.0.0.1:9/')) });
    const wait = (seconds: number | null, minutes: number) =>
      seconds === null ? null : { since: ago(minutes), seconds };
    // The response lists no trouble about the leads that these waits already report.
    expect(await world.show()).toEqual({
      ...nothingWrong,
      undelivered: wait(undelivered, late),
      held: wait(longHeld, held),
    });
  },
);

test('a test alert goes to every address, and says that it is a test', async () => {
  const one = await aReceiver();
  const two = await aReceiver();
  const world = await adminWorld(one.url, two.url);
  expect(await world.send()).toEqual({ status: 200, body: { sent: 2 } });
  for (const { arrivals } of [one, two]) {
    expect(arrivals.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        text: 'leadwright.example: This is a test alert. Nothing is wrong. https://leadwright.example/admin',
      },
    ]);
  }
});

test('a failed test alert says why, and there are at most ten in ten minutes', async () => {
  const receiver = await aReceiver();
  const world = await adminWorld(receiver.url);
  receiver.next({ status: 500 });
  expect(await world.send()).toEqual({
    status: 502,
    body: { error: 'The address answered 500.' },
  });
  for (let i = 1; i < 10; i++) expect((await world.send()).status).toBe(200);
  expect((await world.send()).status).toBe(429);
});
