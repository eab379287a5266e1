import { atom } from 'nanostores';
import { describe, expect, test } from 'vitest';
import { admin } from '../../../../src/copy/admin.ts';
import { checkEvery, createAlarms } from '../../../../src/islands/inbox/alarm/alarm-store.ts';
import { heldOnly, noFilter, type Filter } from '../../../../src/islands/inbox/filters/filter.ts';
import { sendTestAlert } from '../../../../src/islands/inbox/trial/trial.ts';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { api } from '../../../../src/shared/api.ts';
import type { Alerts } from '../../../../src/shared/health.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { nothingWrong } from '../../../support/builders/health.ts';
import { second } from '../../../support/builders/record.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';
import { fakeFunctions } from '../../../support/worlds/inbox-world.ts';

const undelivered = { since: second(0), seconds: 23 * 60 };
const held = { since: second(5), seconds: 5 * 3600 };
const incident = (kind: string) => ({ kind, what: `${kind} is wrong.`, since: second(0) });

/** The alarms of a site that answers this, and of a list with so many leads that wait. */
function alarmWorld(answer: Partial<Alerts>, waiting = 1) {
  const world = { answer: { ...nothingWrong, ...answer } as unknown, time: 0, asked: 0 };
  const $waiting = atom<number | undefined>(waiting);
  const alarm = createAlarms({
    ask: (path) => {
      expect(path).toBe(api.alerts);
      world.asked += 1;
      return world.answer instanceof Error
        ? Promise.reject(world.answer)
        : Promise.resolve(Response.json(world.answer));
    },
    now: () => world.time,
    choose: () => undefined,
    $waiting,
  });
  return {
    world,
    $waiting,
    list: () => alarm.$list.get(),
    kinds: () => alarm.$list.get().map(({ kind }) => kind),
    later: (ms: number) => ((world.time += ms), alarm.check()),
  };
}

describe('the alarms of the inbox', () => {
  test('are one list: leads that wait, what else is wrong, and an alert that was not sent', async () => {
    const { list, later } = alarmWorld({
      undelivered,
      held,
      incidents: [incident('waiting'), incident('newer than this page')],
      unsent: 'The address answered 500',
    });
    await later(0);
    expect(list()).toMatchObject([
      {
        what: 'Deliveries are failing.',
        more: 'The oldest lead has been waiting for 23 minutes.',
        show: { label: 'Show undelivered' },
      },
      { what: 'Leads are held as spam.', show: { label: 'Show held' } },
      { what: 'Leads wait too long for an answer.', show: { label: 'Show waiting' } },
      { what: 'newer than this page is wrong.', more: expect.stringMatching(/^Since /) as string },
      { what: admin.alarm.unsent, more: 'The address answered 500.' },
    ]);
    expect(list().map(({ hide }) => hide !== undefined)).toEqual([true, true, false, false, false]);
  });

  test('leave out leads that wait for an answer as soon as the list has none', async () => {
    const { kinds, later, $waiting } = alarmWorld({ incidents: [incident('waiting')] });
    await later(0);
    expect(kinds()).toEqual(['waiting']);
    $waiting.set(0);
    expect(kinds()).toEqual([]);
  });

  test.each([
    { state: 'raised', answer: { held }, every: 60_000 },
    { state: 'not raised', answer: {}, every: checkEvery },
  ])('ask at most every $every ms while one is $state', async ({ answer, every }) => {
    const { later, world } = alarmWorld(answer);
    await later(0);
    for (let passed = 0; passed < 10 * every; passed += 15_000) await later(15_000);
    expect(world.asked).toBe(11);
  });

  test('ask again although the clock was set back by a day', async () => {
    const { later, world } = alarmWorld({});
    await later(0);
    await later(-86_400_000);
    expect(world.asked).toBe(2);
  });

  test.each<[string, unknown]>([
    ['no answer', new AskError('unreachable')],
    ['an error', { error: 'No.' }],
    ['a wait that is not a number', { ...nothingWrong, held: { ...held, seconds: 'long' } }],
  ])('neither come nor go because of %s', async (_, answer) => {
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

  test('stay hidden for one lead, each on its own, and come back for another', async () => {
    const { list, kinds, later, world } = alarmWorld({ undelivered, held });
    await later(0);
    list()[0]?.hide?.();
    expect(kinds()).toEqual(['held']);
    await later(checkEvery);
    expect(kinds()).toEqual(['held']);
    world.answer = { ...nothingWrong, undelivered: { ...undelivered, since: second(9) } };
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

describe('the button of an alarm shows', () => {
  const shown = (kind: 'undelivered' | 'held', rows: ReturnType<typeof lead>[]) => {
    const { functions, ask } = fakeFunctions(rows);
    const filters: Filter[] = [];
    const choose = (filter: Filter) => void filters.push(filter);
    const alarm = createAlarms({ ask, now: () => 0, choose, $waiting: atom(0) });
    return { functions, filters, show: () => alarm.show(kind) };
  };
  const row = (delivery: Delivery, more = {}) => ({ ...lead(0), delivery, ...more });
  const pending = row({ state: 'pending', next_attempt_at: second(0) });
  const failed = row({ state: 'failed', at: second(0) });
  const archived = { archived: true };

  test.each([
    ['failed leads first', [pending, failed], { delivery: 'failed' }],
    ['pending leads if none has failed', [pending], { delivery: 'pending' }],
    [
      'archived leads if no other waits',
      [
        { ...failed, ...archived },
        { ...pending, ...archived },
      ],
      { delivery: 'failed', archived: 'yes' },
    ],
  ])('%s', async (_, rows, filter) => {
    const { show, filters } = shown('undelivered', rows);
    await show();
    expect(filters).toEqual([{ ...noFilter, ...filter }]);
  });

  test('failed leads after an error, which it meets once', async () => {
    const { show, filters, functions } = shown('undelivered', [pending]);
    functions.before = () => Promise.reject(new Error('No network'));
    await show();
    expect(filters).toEqual([{ ...noFilter, delivery: 'failed' }]);
    expect(functions.calls).toHaveLength(1);
  });

  test('held leads', async () => {
    const { show, filters } = shown('held', []);
    await show();
    expect(filters).toEqual([heldOnly]);
  });
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
])('a test alert is sent %s', async (_, answer, says) => {
  expect((await sendTestAlert(answer)).says).toBe(says);
});
