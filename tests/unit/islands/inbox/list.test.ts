import { expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';
import { listWorld } from '../../../support/worlds/inbox-world.ts';

const newest = Date.parse('2026-03-01T12:00:00Z');
const some = (count: number) => leads(count, newest);
const failed = { ...noFilter, delivery: 'failed' as const };
/** One that came after all others. */
const late = (id = 'late') => ({ ...lead(0, newest + 3_600_000), id });

async function shownList(count: number) {
  const world = listWorld(some(count));
  world.list.show(noFilter);
  await world.settled();
  return world;
}

test('shows the first page, and the others as they are asked for', async () => {
  const { list, shown } = await shownList(270);
  expect(shown()).toHaveLength(50);
  await list.load('more');
  await list.load('more');
  expect(shown()).toEqual(some(270).map(({ id }) => id));
  expect(list.$list.get().next).toBeNull();
});

test('tries three times more, waiting twice as long each time, before it says so', async () => {
  const world = listWorld(some(1));
  world.functions.before = () => {
    throw new AskError('broken');
  };
  world.list.show(noFilter);
  await world.settled();
  expect(world.waits).toEqual([1000, 2000, 4000]);
  expect(world.world.failures).toBe(1);
  expect(world.list.$list.get().failed).toBe('first');
});

test('does not try again what was refused', async () => {
  const world = listWorld(some(1));
  world.functions.before = () => {
    throw new AskError('refused');
  };
  world.list.show(noFilter);
  await world.settled();
  expect(world.functions.calls).toHaveLength(1);
  expect(world.waits).toEqual([]);
});

test('keeps what is shown when a page fails, and goes on from there', async () => {
  const { list, functions, shown, settled } = await shownList(60);
  functions.before = () => {
    throw new AskError('refused');
  };
  await list.load('more');
  expect(list.$list.get().failed).toBe('more');
  expect(shown()).toHaveLength(50);
  functions.before = () => undefined;
  list.retry();
  await settled();
  expect(shown()).toHaveLength(60);
  expect(list.$list.get().failed).toBeUndefined();
});

test('a new lead goes on top when nobody is about to press a row', async () => {
  const { list, functions, shown } = await shownList(3);
  functions.rows = [late(), ...functions.rows];
  await list.refresh();
  expect(shown()[0]).toBe('late');
  expect([...list.$list.get().unseen]).toEqual(['late']);
});

test('a new lead waits while somebody is', async () => {
  const { list, functions, shown, world } = await shownList(3);
  world.isFree = false;
  functions.rows = [late('b'), late('a'), ...functions.rows];
  await list.refresh();
  await list.refresh();
  expect(shown()).toHaveLength(3);
  expect(list.$list.get().fresh.map(({ id }) => id)).toEqual(['b', 'a']);
  list.settle();
  expect(shown().slice(0, 2)).toEqual(['b', 'a']);
  expect(list.$list.get().fresh).toEqual([]);
});

test('more new leads than a page leave no gap', async () => {
  const { list, functions, shown } = await shownList(3);
  const many = leads(120, newest + 120 * 37 * 60_000).map((it) => ({ ...it, id: `n${it.id}` }));
  functions.rows = [...many, ...functions.rows];
  await list.refresh();
  expect(shown()).toEqual(functions.rows.map(({ id }) => id));
});

test('the first lead of all appears in an empty list', async () => {
  const { list, functions, shown } = await shownList(0);
  functions.rows = [late()];
  await list.refresh();
  expect(shown()).toEqual(['late']);
});

test('follows what becomes of the rows that are shown', async () => {
  const { list, functions } = await shownList(5);
  const untouched = list.$list.get().rows[0];
  functions.rows = functions.rows.map((row, index) =>
    index === 3 ? { ...row, delivery: { state: 'off' } } : row,
  );
  await list.refresh();
  expect(list.$list.get().rows[3]?.delivery).toEqual({ state: 'off' });
  expect(list.$list.get().rows[0]).toBe(untouched);
});

test('what changed here while the server was asked is newer than its answer', async () => {
  const { list, functions } = await shownList(5);
  const { id, delivery } = functions.rows[3] ?? late();
  const looking = list.refresh();
  list.update(id, { delivery: { state: 'off' } });
  await looking;
  expect(list.$list.get().rows[3]?.delivery).toEqual({ state: 'off' });
  await list.refresh();
  expect(list.$list.get().rows[3]?.delivery).toEqual(delivery);
});

test('a row that has left the filter goes when nobody is about to press one', async () => {
  const { list, functions, shown, world, settled } = await shownList(40);
  list.show(failed);
  await settled();
  const before = shown();
  functions.rows = functions.rows.map((row) =>
    row.id === before[1] ? { ...row, delivery: { state: 'delivered', at: row.created_at } } : row,
  );
  world.isFree = false;
  await list.refresh();
  expect(shown()).toEqual(before);
  world.isFree = true;
  await list.refresh();
  expect(shown()).toEqual(before.filter((id) => id !== before[1]));
});

test('a look that fails leaves the list, and says only that it is behind', async () => {
  const { list, functions, shown, world } = await shownList(3);
  functions.before = () => {
    throw new AskError('unreachable');
  };
  await list.refresh();
  expect(shown()).toHaveLength(3);
  expect(list.$list.get().offline).toBe(true);
  expect(world.failures).toBe(0);
  functions.before = () => undefined;
  await list.refresh();
  expect(list.$list.get().offline).toBe(false);
});

test('a view that was left is back at once within five minutes, and not after', async () => {
  const { list, shown, settled, world } = await shownList(60);
  await list.load('more');
  list.show(failed);
  await settled();
  world.time = 299_000;
  list.show(noFilter);
  expect(shown()).toHaveLength(60);
  list.show(failed);
  await settled();
  world.time = 900_000;
  list.show(noFilter);
  expect(list.$list.get().loaded).toBe(false);
  await settled();
  expect(shown()).toHaveLength(50);
});

test('an answer for a view that was left comes to nothing', async () => {
  const world = listWorld(some(40));
  let release = (): void => undefined;
  world.functions.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  world.list.show(noFilter);
  const releaseFirst = release;
  world.functions.before = () => undefined;
  world.list.show(failed);
  await world.settled();
  const before = world.shown();
  releaseFirst();
  await Promise.resolve();
  expect(world.shown()).toEqual(before);
  expect(world.world.failures).toBe(0);
});
