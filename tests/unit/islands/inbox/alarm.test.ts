import { describe, expect, test } from 'vitest';
import { admin } from '../../../../src/copy/admin.ts';
import {
  checkEvery,
  raisedAfter,
  undelivered,
} from '../../../../src/islands/inbox/alarm/alarm-store.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { createPages } from '../../../../src/islands/inbox/list/pages.ts';
import { api } from '../../../../src/shared/api.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { healthOf } from '../../../support/builders/health.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';
import { alarmWorld, fakeFunctions, noWaits } from '../../../support/worlds/inbox-world.ts';

const long = raisedAfter.undelivered + 8 * 60;

describe('the alarm for undelivered leads', () => {
  test('appears when the oldest lead has waited for fifteen minutes', async () => {
    expect(raisedAfter.undelivered).toBe(15 * 60);
    const { waiting, later, alarm } = alarmWorld(raisedAfter.undelivered - 1);
    await alarm.check();
    expect(waiting()).toBeUndefined();
    await later(checkEvery);
    expect(waiting()).toBe(raisedAfter.undelivered - 1 + checkEvery / 1000);
  });

  test('disappears when no lead waits any more', async () => {
    const { waiting, later, alarm, world } = alarmWorld(long);
    await alarm.check();
    expect(waiting()).toBe(long);
    world.oldest = undefined;
    await later(checkEvery);
    expect(waiting()).toBeUndefined();
  });

  test.each([
    { state: 'raised', seconds: long, every: 60_000 },
    { state: 'not raised', seconds: null, every: 5 * 60_000 },
  ])('asks at most every $every ms while it is $state', async ({ seconds, every }) => {
    const { later, alarm, world } = alarmWorld(seconds);
    await alarm.check();
    for (let passed = 0; passed < 10 * every; passed += 15_000) await later(15_000);
    expect(world.asked).toEqual(Array.from({ length: 11 }, () => api.health));
  });

  test('asks again although the clock was set back by a day', async () => {
    const { later, alarm, world } = alarmWorld(long);
    await alarm.check();
    await later(-86_400_000);
    expect(world.asked).toHaveLength(2);
  });

  test.each<[string, () => Response]>([
    [
      'a store that is out of reach',
      () => Response.json({ ...healthOf(null), store: 'unreachable' }, { status: 503 }),
    ],
    ['an error', () => Response.json({ error: 'No.' }, { status: 500 })],
    ['an answer that is not JSON', () => new Response('<!doctype html>')],
    [
      'a wait that is not a number',
      () => Response.json({ ...healthOf(null), oldest_undelivered_seconds: 'long' }),
    ],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('neither appears nor disappears because of %s', async (_, answer) => {
    const { waiting, later, alarm, world } = alarmWorld(long);
    const usual = world.answer;
    world.answer = answer;
    await alarm.check();
    expect(waiting()).toBeUndefined();
    world.answer = usual;
    await later(checkEvery);
    expect(waiting()).toBe(long + checkEvery / 1000);
    world.answer = answer;
    await later(checkEvery);
    expect(waiting(), 'the alarm stays').toBe(long + checkEvery / 1000);
  });

  test('stays hidden for one lead and comes back for another', async () => {
    const { waiting, later, alarm, world } = alarmWorld(long);
    await alarm.check();
    alarm.hide('undelivered');
    expect(waiting()).toBeUndefined();
    await later(checkEvery);
    // Its answer took a while.
    world.oldest = Number(world.oldest) - 2000;
    await later(checkEvery);
    expect(waiting()).toBeUndefined();
    world.oldest += 5 * 60_000;
    await later(checkEvery);
    expect(waiting()).toBe(long + 2 + (3 * checkEvery) / 1000 - 5 * 60);
  });

  test('appears and disappears only when the rows may move', async () => {
    const { waiting, later, alarm, world } = alarmWorld(long);
    world.mayMove = () => false;
    await alarm.check();
    expect(waiting()).toBeUndefined();
    world.mayMove = (comes) => comes;
    await later(15_000);
    expect(world.asked).toHaveLength(1);
    expect(waiting()).toBe(long);
    world.oldest = undefined;
    await later(checkEvery);
    expect(waiting()).toBe('only its space');
    world.mayMove = () => true;
    await later(15_000);
    expect(waiting()).toBeUndefined();
  });
});

describe('the filter for undelivered leads', () => {
  const found = (...deliveries: Delivery[]) => {
    const rows = deliveries.map((delivery, index) => ({ ...lead(index), delivery }));
    const { functions, ask } = fakeFunctions(rows);
    return { functions, found: () => undelivered(createPages(ask, noWaits().wait)) };
  };
  const pending: Delivery = { state: 'pending', next_attempt_at: lead(0).created_at };
  const failed: Delivery = { state: 'failed', at: lead(0).created_at };

  test('shows failed leads, or pending ones if none has failed', async () => {
    expect(await found(pending, failed).found()).toEqual({ ...noFilter, delivery: 'failed' });
    expect(await found(pending).found()).toEqual({ ...noFilter, delivery: 'pending' });
  });

  test('shows archived leads if the list itself has none that wait', async () => {
    const { functions, found: find } = found(pending, failed);
    for (const row of functions.rows) row.archived = true;
    expect(await find()).toEqual({ ...noFilter, delivery: 'failed', view: 'archived' });
  });

  test('asks once and falls back to failed leads on an error', async () => {
    const it = found(pending);
    it.functions.before = () => Promise.reject(new Error('No network'));
    expect(await it.found()).toEqual({ ...noFilter, delivery: 'failed' });
    expect(it.functions.calls).toHaveLength(1);
  });
});

test.each([
  [15 * 60, '15 minutes'],
  [23 * 60 + 59, '23 minutes'],
  [60 * 60 - 1, '59 minutes'],
  [60 * 60, '1 hour'],
  [24 * 3600 - 1, '23 hours'],
  [24 * 3600, '1 day'],
  [3 * 24 * 3600 + 7200, '3 days'],
  [1500 * 24 * 3600, '1,500 days'],
])('the alarm describes %i seconds as %s', (seconds, words) => {
  expect(admin.alarm.undelivered.since(seconds)).toBe(
    `The oldest lead has been waiting for ${words}.`,
  );
});
