import { expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';
import { listWorld } from '../../../support/worlds/inbox-world.ts';

const newest = Date.parse('2026-03-01T12:00:00Z');
const some = (count: number) => leads(count, newest);
const failed = { ...noFilter, delivery: 'failed' as const };
/** A lead that is newer than all others. */
const late = (id = 'late') => ({ ...lead(0, newest + 3_600_000), id });

async function shownList(count: number) {
  const world = listWorld(some(count));
  void world.list.load('first');
  await world.settled();
  return world;
}

test('the list shows the first page, then one more for each request', async () => {
  const { list, shown } = await shownList(270);
  expect(shown()).toHaveLength(50);
  await list.load('more');
  await list.load('more');
  expect(shown()).toEqual(some(270).map(({ id }) => id));
  expect(list.$list.get().next).toBeNull();
});

test('the list retries three times with doubled waits before it reports a failure', async () => {
  const world = listWorld(some(1));
  world.functions.before = () => {
    throw new AskError('broken');
  };
  void world.list.load('first');
  await world.settled();
  expect(world.waits).toEqual([1000, 2000, 4000]);
  expect(world.world.failures).toBe(1);
  expect(world.list.$list.get().failed).toBe('first');
});

test('the list does not retry a refused request', async () => {
  const world = listWorld(some(1));
  world.functions.before = () => {
    throw new AskError('refused');
  };
  void world.list.load('first');
  await world.settled();
  expect(world.functions.calls).toHaveLength(1);
  expect(world.waits).toEqual([]);
});

test('the list keeps its rows when a page fails, and continues from there', async () => {
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

test('a new lead appears on top while rows may move', async () => {
  const { list, functions, shown } = await shownList(3);
  functions.rows = [late(), ...functions.rows];
  await list.refresh();
  expect(shown()[0]).toBe('late');
  expect([...list.$list.get().unseen]).toEqual(['late']);
});

test('a new lead waits while rows are locked', async () => {
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

test('the very first lead appears in an empty list', async () => {
  const { list, functions, shown } = await shownList(0);
  functions.rows = [late()];
  await list.refresh();
  expect(shown()).toEqual(['late']);
});

test('a refresh updates the rows that have changed and no others', async () => {
  const { list, functions } = await shownList(5);
  const untouched = list.$list.get().rows[0];
  functions.rows = functions.rows.map((row, index) =>
    index === 3 ? { ...row, delivery: { state: 'off' } } : row,
  );
  await list.refresh();
  expect(list.$list.get().rows[3]?.delivery).toEqual({ state: 'off' });
  expect(list.$list.get().rows[0]).toBe(untouched);
});

test('a change made here during a refresh wins over its answer', async () => {
  const { list, functions } = await shownList(5);
  const { id, delivery } = functions.rows[3] ?? late();
  const refreshing = list.refresh();
  list.update(id, { delivery: { state: 'off' } });
  await refreshing;
  expect(list.$list.get().rows[3]?.delivery).toEqual({ state: 'off' });
  await list.refresh();
  expect(list.$list.get().rows[3]?.delivery).toEqual(delivery);
});

test('a row that no longer matches the filter disappears as soon as rows may move', async () => {
  const { list, functions, shown, show, world, settled } = await shownList(40);
  show(failed);
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

test('a failed refresh keeps the rows and marks the list as offline', async () => {
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

test('a filter used within the last five minutes shows its rows at once, and an older one loads them again', async () => {
  const { list, shown, show, settled, world } = await shownList(60);
  await list.load('more');
  show(failed);
  await settled();
  world.time = 299_000;
  show(noFilter);
  expect(shown()).toHaveLength(60);
  show(failed);
  await settled();
  world.time = 900_000;
  show(noFilter);
  expect(list.$list.get().loaded).toBe(false);
  await settled();
  expect(shown()).toHaveLength(50);
});

test('an answer for a previous filter is dropped', async () => {
  const world = listWorld(some(40));
  let release = (): void => undefined;
  world.functions.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  void world.list.load('first');
  const releaseFirst = release;
  world.functions.before = () => undefined;
  world.show(failed);
  await world.settled();
  const before = world.shown();
  releaseFirst();
  await Promise.resolve();
  expect(world.shown()).toEqual(before);
  expect(world.world.failures).toBe(0);
});

test('a lead that has left the rows is still known, with its latest changes', async () => {
  const { list, shown, show, settled } = await shownList(5);
  const [id = ''] = shown();
  show({ ...noFilter, q: 'nobody' });
  await settled();
  expect(shown()).toEqual([]);
  list.update(id, { delivery: { state: 'off' } });
  expect(list.find(id)).toMatchObject({ id, delivery: { state: 'off' } });
});
