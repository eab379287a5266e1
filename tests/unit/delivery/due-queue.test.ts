import { expect, test } from 'vitest';
import { DueQueue } from '../../../functions/delivery/retry.ts';

const ids = (count: number, prefix = 'lead') =>
  Array.from({ length: count }, (_, i) => `${prefix} ${i}`);

/** A backlog in the order in which it is due. A lead that was taken leaves it, unless it is stuck. */
function backlogOf(all: string[], { stuck = new Set<string>(), atOnce = 1 } = {}) {
  const reads: number[] = [];
  let left = all;
  const store = {
    due: (_: string, limit: number) => {
      const found = left.slice(0, limit);
      reads.push(found.length);
      return Promise.resolve(found);
    },
    newestDue: (_: string, limit: number) => Promise.resolve(left.slice(-limit).reverse()),
  };
  const queue = new DueQueue(store, () => new Date(), atOnce);
  const take = async (end: 'oldest' | 'newest') => {
    const id = await queue.take(end);
    if (id !== undefined && !stuck.has(id)) left = left.filter((it) => it !== id);
    return id;
  };
  const drain = async () => {
    const taken: string[] = [];
    for (let id = await take('oldest'); id !== undefined; id = await take('oldest')) taken.push(id);
    return taken;
  };
  return { take, drain, reads };
}

test('the due queue gives each lead once, in order, from the oldest end', async () => {
  const all = ids(1000);
  expect(await backlogOf(all).drain()).toEqual(all);
});

test('the due queue gives the newest leads first from the other end, and none twice', async () => {
  const { take, drain } = backlogOf(ids(1000));
  expect(await take('newest')).toBe('lead 999');
  expect(await take('oldest')).toBe('lead 0');
  expect(await take('newest')).toBe('lead 998');
  expect(await drain()).toHaveLength(997);
});

test('the due queue continues at the oldest end when the newest leads are taken', async () => {
  const { take } = backlogOf(ids(1000));
  const taken = await Promise.all(ids(1000).map(() => take('newest')));
  expect(new Set(taken).size).toBe(1000);
  expect(await take('newest')).toBeUndefined();
});

test('the due queue gets past any number of leads that stay due', async () => {
  const stuck = ids(2000, 'stuck');
  const { drain, reads } = backlogOf([...stuck, ...ids(1000)], { stuck: new Set(stuck) });
  expect(await drain()).toHaveLength(3000);
  expect(reads.length).toBeLessThan(20);
});

test('the due queue reads each page of a backlog once', async () => {
  const { drain, reads } = backlogOf(ids(10_000));
  await drain();
  expect(reads.reduce((sum, it) => sum + it)).toBe(10_000);
});

test('the due queue starts with the oldest lead if all can start at once', async () => {
  const { take } = backlogOf(ids(10), { atOnce: 10 });
  expect(await take('newest')).toBe('lead 0');
});
