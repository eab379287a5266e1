import { atom } from 'nanostores';
import { environmentManager } from '@tanstack/query-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { admin } from '../../../../src/copy/admin.ts';
import {
  checkEvery,
  createAlarms,
  type Alarm,
} from '../../../../src/islands/inbox/alarm/alarm-store.ts';
import { addressOf } from '../../../../src/islands/inbox/filters/filter.ts';
import { sendTestAlert } from '../../../../src/islands/inbox/dialogs/TestDialog.tsx';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { api } from '../../../../src/shared/api.ts';
import type { Alerts } from '../../../../src/shared/health.ts';
import { nothingWrong } from '../../../support/builders/health.ts';
import { second } from '../../../support/builders/record.ts';
import { quickClient } from '../../../support/worlds/inbox-world.ts';

const undelivered = { since: second(0), seconds: 23 * 60 };
const held = { since: second(5), seconds: 5 * 3600 };
const trouble = (kind: string) => ({ kind, what: `${kind} is wrong.`, since: second(0) });

const counted = { waiting: 1, held: 1, due: 1 };

/** The alarms of a site with this response, and of a list with a lead of each waiting kind. */
function alarmWorld(answer: Partial<Alerts>) {
  const world = { answer: { ...nothingWrong, ...answer } as unknown, asked: 0 };
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  onTestFinished(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => true);
  });
  const $counts = atom<typeof counted | undefined>(counted);
  const $alarms = createAlarms({
    client: quickClient(),
    ask: (path) => {
      expect(path).toBe(api.alerts);
      world.asked += 1;
      return world.answer instanceof Error
        ? Promise.reject(world.answer)
        : Promise.resolve(Response.json(world.answer));
    },
    $counts,
  });
  let stop: (() => void) | undefined;
  onTestFinished(() => stop?.());
  return {
    world,
    $counts,
    list: () => $alarms.get(),
    kinds: () => $alarms.get().map(({ kind }) => kind),
    later: (ms: number) => {
      stop ??= $alarms.listen(() => undefined);
      return vi.advanceTimersByTimeAsync(ms);
    },
  };
}

describe('the alarms of the inbox', () => {
  test('form one list: waiting leads, other troubles, and an alert that was not sent', async () => {
    const { list, later } = alarmWorld({
      undelivered,
      held,
      troubles: ['waiting', 'calls', 'newer than this page'].map(trouble),
    });
    await later(0);
    expect(list()).toMatchObject([
      {
        what: 'Deliveries are failing.',
        more: 'The oldest lead has been waiting for 23 minutes.',
        show: { label: 'Show undelivered' },
      },
      { what: 'Leads are held.', show: { label: 'Show held' } },
      { what: 'Leads wait too long for an answer.', show: { label: 'Show waiting' } },
      { what: 'A call back is late.', show: { label: 'Show calls' } },
      { what: 'newer than this page is wrong.', more: expect.stringMatching(/^Since /) as string },
    ]);
  });

  test('drop leads that wait for an answer, a call or a decision once the list has none', async () => {
    const troubles = ['waiting', 'calls'].map(trouble);
    const { kinds, later, $counts } = alarmWorld({ held, troubles });
    await later(0);
    expect(kinds()).toEqual(['held', 'waiting', 'calls']);
    $counts.set({ ...counted, waiting: 0, due: 0 });
    expect(kinds()).toEqual(['held']);
    $counts.set({ waiting: 0, due: 0, held: 0 });
    expect(kinds()).toEqual([]);
  });

  test.each([
    { state: 'raised', answer: { held }, every: 60_000 },
    { state: 'not raised', answer: {}, every: checkEvery },
  ])('ask at most every $every ms while one is $state', async ({ answer, every }) => {
    const { later, world } = alarmWorld(answer);
    await later(0);
    await later(10 * every);
    expect(world.asked).toBe(11);
  });

  test.each<[string, unknown]>([
    ['no answer', new AskError('unreachable')],
    ['an error', { error: 'No.' }],
    ['a wait that is not a number', { ...nothingWrong, held: { ...held, seconds: 'long' } }],
  ])('do not change after %s', async (_, answer) => {
    const { kinds, later, world } = alarmWorld({ undelivered });
    const usual = world.answer;
    world.answer = answer;
    await later(0);
    expect(kinds()).toEqual([]);
    world.answer = usual;
    await later(checkEvery);
    world.answer = answer;
    await later(checkEvery);
    expect(kinds()).toEqual(['undelivered']);
  });

  test.each([
    [15 * 60, '15 minutes'],
    [60 * 60 - 1, '59 minutes'],
    [60 * 60, '1 hour'],
    [24 * 3600 - 1, '23 hours'],
    [24 * 3600, '1 day'],
    [1500 * 24 * 3600, '1,500 days'],
  ])('describe %i seconds as %s', (seconds, words) => {
    expect(admin.alarm.undelivered.since(seconds)).toContain(`waiting for ${words}.`);
  });
});

test('the button for undelivered leads shows failed ones first, then pending ones, then archived ones', async () => {
  const { list, later } = alarmWorld({ undelivered, held });
  await later(0);
  const [{ show }] = list() as [Alarm];
  expect(show?.filters.map(addressOf)).toEqual([
    '/admin?delivery=failed',
    '/admin?delivery=pending',
    '/admin?delivery=failed&archived=yes',
    '/admin?delivery=pending&archived=yes',
  ]);
});

test.each<[string, () => Promise<Response>, string]>([
  ['to one address', () => Promise.resolve(Response.json({ sent: 1 })), 'A test alert was sent.'],
  [
    'to several addresses',
    () => Promise.resolve(Response.json({ sent: 2 })),
    'A test alert was sent to 2 addresses.',
  ],
  [
    'nowhere, with the reason',
    () => Promise.reject(new AskError('broken', { body: { error: 'Set ALERT_URL.' } })),
    'Set ALERT_URL.',
  ],
  [
    'nowhere, without a reason',
    () => Promise.reject(new AskError('unreachable')),
    'The test alert could not be sent. Please try again.',
  ],
])('a test alert is sent %s', async (_, answer, text) => {
  expect((await sendTestAlert(answer)).says).toBe(text);
});
