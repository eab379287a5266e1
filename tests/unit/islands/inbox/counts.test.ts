import { describe, expect, test } from 'vitest';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';
import { listWorld } from '../../../support/worlds/inbox-world.ts';

const stamp = { at: '2026-03-01T12:00:00Z', by: 'ada@example.com' };
const held = { state: 'held' as const, reasons: ['too_fast'] };
const waiting = (index: number) => ({ ...lead(index), answered: null, archived: false });

async function listed(...rows: ReturnType<typeof lead>[]) {
  // A search finds held leads, too.
  const world = listWorld(rows, { ...noFilter, q: 'example' });
  void world.list.load('first');
  await world.settled();
  return world;
}

describe('the count of waiting leads', () => {
  test('is the same with every filter', async () => {
    const { list, show, settled } = await listed(waiting(0), waiting(1), lead(2));
    expect(list.$waiting.get()).toBe(2);
    show({ ...noFilter, q: 'nobody' });
    await settled();
    expect(list.$waiting.get()).toBe(2);
  });

  test('follows what this page does, before the server is asked again', async () => {
    const rows = [waiting(0), waiting(1), { ...waiting(2), delivery: held }, lead(3)];
    const { list, functions } = await listed(...rows);
    const [one, two, spam, old] = rows.map(({ id }) => id) as [string, string, string, string];
    const counted = (id: string, change: Parameters<typeof list.update>[1]) => {
      list.update(id, change);
      return list.$waiting.get();
    };
    expect(counted(one, { answered: stamp })).toBe(1);
    expect(counted(one, { answered: stamp })).toBe(1);
    expect(counted(one, { answered: null })).toBe(2);
    expect(counted(two, { archived: true })).toBe(1);
    expect(counted(two, { answered: stamp })).toBe(1);
    expect(counted(spam, { answered: stamp })).toBe(1);
    expect(counted(spam, { answered: null, delivery: { state: 'off' } })).toBe(2);
    expect(counted(old, { delivery: { state: 'off' } })).toBe(2);
    expect(functions.calls).toHaveLength(1);
  });
});

describe('a lead that was put away', () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

  test('leaves the rows, and comes back to its place', async () => {
    const rows = [waiting(0), waiting(1), waiting(2)];
    const { list, shown } = await listed(...rows);
    const putBack = list.take(rows[1]?.id ?? '');
    expect(shown()).toEqual(ids([rows[0], rows[2]] as typeof rows));
    list.update(rows[1]?.id ?? '', { answered: stamp });
    putBack();
    expect(shown()).toEqual(ids(rows));
    expect(list.$list.get().rows[1]?.answered).toEqual(stamp);
  });

  test('does not come back into another view', async () => {
    const rows = [waiting(0), waiting(1)];
    const { list, shown, show, settled } = await listed(...rows);
    const putBack = list.take(rows[0]?.id ?? '');
    show({ ...noFilter, delivery: 'failed' });
    await settled();
    putBack();
    expect(shown()).toEqual([]);
  });

  test('does not come back with an answer that is older', async () => {
    const rows = [waiting(0), waiting(1)];
    const { list, functions, shown } = await listed(...rows);
    let release = (): void => undefined;
    functions.before = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const refreshing = list.refresh();
    await Promise.resolve();
    list.update(rows[0]?.id ?? '', { archived: true });
    list.take(rows[0]?.id ?? '');
    release();
    await refreshing;
    expect(shown()).toEqual([rows[1]?.id]);
    expect(list.$list.get().fresh).toEqual([]);
  });
});
