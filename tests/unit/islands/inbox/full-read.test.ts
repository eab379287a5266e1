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
