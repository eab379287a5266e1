import { describe, expect, test } from 'vitest';
import { admin } from '../../../../src/copy/admin.ts';
import {
  createAlarm,
  failingAfter,
  lookEvery,
  undelivered,
} from '../../../../src/islands/admin/alarm.ts';
import { noFilter } from '../../../../src/islands/admin/filter.ts';
import { createPages } from '../../../../src/islands/admin/pages.ts';
import { api } from '../../../../src/shared/api.ts';
import type { Health } from '../../../../src/shared/health.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { lead } from '../../../support/fake-inbox.ts';
import { fakeFunctions, noWaits } from '../../../support/inbox-world.ts';

const healthOf = (seconds: number | null): Health => ({
  store: 'reachable',
  oldest_undelivered_seconds: seconds,
  oldest_held_seconds: null,
});

/** The alarm before a site whose oldest lead came at a time that the test sets. */
function watching(seconds: number | null) {
  const world = {
    time: 0,
    oldest: seconds === null ? undefined : -seconds * 1000,
    asked: [] as string[],
    mayMove: (() => true) as (comes: boolean) => boolean,
    answer: () =>
      Response.json(
        healthOf(
          world.oldest === undefined ? null : Math.floor((world.time - world.oldest) / 1000),
        ),
      ),
  };
  const alarm = createAlarm({
    fetch: (path) => {
      world.asked.push(path);
      return Promise.resolve().then(() => world.answer());
    },
    now: () => world.time,
    mayMove: (comes) => world.mayMove(comes),
  });
  return {
    world,
    alarm,
    waiting: () => {
      const strip = alarm.$strip.get();
      return strip?.isOver ? 'only its space' : strip?.seconds;
    },
    later: async (ms: number) => {
      world.time += ms;
      await alarm.look();
    },
  };
}

const long = failingAfter + 8 * 60;

describe('the alarm', () => {
  test('comes when the oldest lead has waited for fifteen minutes', async () => {
    expect(failingAfter).toBe(15 * 60);
    const { waiting, later, alarm } = watching(failingAfter - 1);
    await alarm.look();
    expect(waiting()).toBeUndefined();
    await later(lookEvery);
    expect(waiting()).toBe(failingAfter - 1 + lookEvery / 1000);
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
      () => Response.json({ store: 'reachable', oldest_undelivered_seconds: 'long' }),
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
    alarm.hide();
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
  expect(admin.alarm.waiting(seconds)).toBe(`The oldest lead has been waiting for ${words}.`);
});
