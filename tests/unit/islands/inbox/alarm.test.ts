import { describe, expect, test } from 'vitest';
import { admin } from '../../../../src/copy/admin.ts';
import {
  lookEvery,
  raisedAfter,
  undelivered,
} from '../../../../src/islands/inbox/alarm/alarm-store.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { createPages } from '../../../../src/islands/inbox/list/pages.ts';
import { api } from '../../../../src/shared/api.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { healthOf, watching } from '../../../support/worlds/alarm-world.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';
import { fakeFunctions, noWaits } from '../../../support/worlds/inbox-world.ts';

const long = raisedAfter.undelivered + 8 * 60;

describe('the alarm', () => {
  test('comes when the oldest lead has waited for fifteen minutes', async () => {
    expect(raisedAfter.undelivered).toBe(15 * 60);
    const { waiting, later, alarm } = watching(raisedAfter.undelivered - 1);
    await alarm.look();
    expect(waiting()).toBeUndefined();
    await later(lookEvery);
    expect(waiting()).toBe(raisedAfter.undelivered - 1 + lookEvery / 1000);
  });

  test('goes when nothing waits any more', async () => {
    const { waiting, later, alarm, world } = watching(long);
    await alarm.look();
    expect(waiting()).toBe(long);
    world.oldest = undefined;
    await later(lookEvery);
    expect(waiting()).toBeUndefined();
  });

  test('asks no more often than once a minute', async () => {
    const { later, alarm, world } = watching(long);
    await alarm.look();
    for (let passed = 0; passed < 10 * lookEvery; passed += 15_000) await later(15_000);
    expect(lookEvery).toBe(60_000);
    expect(world.asked).toEqual(Array.from({ length: 11 }, () => api.health));
  });

  test.each<[string, () => Response]>([
    [
      'a store that is out of reach',
      () => Response.json({ ...healthOf(null), store: 'unreachable' }, { status: 503 }),
    ],
    ['an error', () => Response.json({ error: 'No.' }, { status: 500 })],
    ['what is no JSON', () => new Response('<!doctype html>')],
    [
      'a wait that is no number',
      () => Response.json({ ...healthOf(null), oldest_undelivered_seconds: 'long' }),
    ],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('is quiet at %s', async (_, answer) => {
    const { waiting, later, alarm, world } = watching(long);
    const usual = world.answer;
    world.answer = answer;
    await alarm.look();
    expect(waiting()).toBeUndefined();
    world.answer = usual;
    await later(lookEvery);
    expect(waiting()).toBe(long + 60);
    world.answer = answer;
    await later(lookEvery);
    expect(waiting(), 'an alarm is not taken back by it').toBe(long + 60);
  });

  test('stays hidden for the lead that it was hidden for, and comes for another', async () => {
    const { waiting, later, alarm, world } = watching(long);
    await alarm.look();
    alarm.hide('undelivered');
    expect(waiting()).toBeUndefined();
    await later(lookEvery);
    // Its answer took a while.
    world.oldest = Number(world.oldest) - 2000;
    await later(lookEvery);
    expect(waiting()).toBeUndefined();
    world.oldest += 5 * 60_000;
    await later(lookEvery);
    expect(waiting()).toBe(long + 2 + 3 * 60 - 5 * 60);
  });

  test('comes when the rows may move, and leaves its space until they may', async () => {
    const { waiting, later, alarm, world } = watching(long);
    world.mayMove = () => false;
    await alarm.look();
    expect(waiting()).toBeUndefined();
    world.mayMove = (comes) => comes;
    await later(15_000);
    expect(world.asked).toHaveLength(1);
    expect(waiting()).toBe(long);
    world.oldest = undefined;
    await later(lookEvery);
    expect(waiting()).toBe('only its space');
    world.mayMove = () => true;
    await later(15_000);
    expect(waiting()).toBeUndefined();
  });
});

describe('what is undelivered', () => {
  const found = (...deliveries: Delivery[]) => {
    const rows = deliveries.map((delivery, index) => ({ ...lead(index), delivery }));
    const { functions, ask } = fakeFunctions(rows);
    return { functions, found: () => undelivered(createPages(ask, noWaits().wait)) };
  };
  const pending: Delivery = { state: 'pending', next_attempt_at: lead(0).created_at };
  const failed: Delivery = { state: 'failed', at: lead(0).created_at };

  test('is what was given up, else what waits', async () => {
    expect(await found(pending, failed).found()).toEqual({ ...noFilter, delivery: 'failed' });
    expect(await found(pending).found()).toEqual({ ...noFilter, delivery: 'pending' });
  });

  test('is looked for once, and the list says if that fails', async () => {
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
])('%i seconds are %s', (seconds, words) => {
  expect(admin.alarm.undelivered.since(seconds)).toBe(
    `The oldest lead has been waiting for ${words}.`,
  );
});
