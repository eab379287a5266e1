/** What a refresh does when it reads the list itself, and not only what changed: after hours, or after a lot. */
import { expect, test } from 'vitest';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';
import { listWorld } from '../../../support/worlds/inbox-world.ts';

const newest = Date.parse('2026-03-01T12:00:00Z');

/** A list of as many leads that shows its first page. */
async function shownList(count: number) {
  const world = listWorld(leads(count, newest));
  void world.list.load('first');
  await world.settled();
  return world;
}

test('it reaches the last row', async () => {
  const { list, functions, shown } = await shownList(300);
  await list.load('more');
  const last = shown().at(-1);
  functions.rows = functions.rows.map((row) =>
    row.id === last ? { ...row, delivery: { state: 'off' } } : row,
  );
  await list.refresh();
  expect(list.$list.get().rows.at(-1)?.delivery).toEqual({ state: 'off' });
  expect(shown()).toHaveLength(250);
});

test('older leads can still be loaded after more new ones than a page', async () => {
  const { list, functions, shown } = await shownList(60);
  const many = Array.from({ length: 120 }, (_, i) => ({
    ...lead(i, newest + 120 * 37 * 60_000),
    id: `new ${i}`,
  }));
  functions.rows = [...many, ...functions.rows];
  await list.refresh();
  expect(shown()).toHaveLength(170);
  await list.load('more');
  expect(shown()).toEqual(functions.rows.map(({ id }) => id));
});

test('it shows in the panel what others did to its lead, which left the list for it', async () => {
  const { list, functions, shown, world } = await shownList(3);
  const id = shown()[1] ?? '';
  world.openedId = id;
  world.isFree = false;
  functions.rows = functions.rows.map((row) => (row.id === id ? { ...row, archived: true } : row));
  await list.refresh();
  expect(list.find(id)?.archived).toBe(true);
  expect(shown()).toHaveLength(3);
  world.isFree = true;
  await list.refresh();
  expect(shown()).toHaveLength(2);
});

test('it closes the panel of a lead that somebody else has erased', async () => {
  const { list, functions, shown, world } = await shownList(3);
  const id = shown()[1] ?? '';
  world.openedId = id;
  world.isFree = false;
  functions.rows = functions.rows.filter((row) => row.id !== id);
  await list.refresh();
  expect(world.erasures).toBe(1);
  expect(list.find(id)).toBeUndefined();
});
