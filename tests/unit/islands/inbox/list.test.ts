import { describe, expect, test, vi } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { noFilter, waitingOnly } from '../../../../src/islands/inbox/filters/filter.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import { leads } from '../../../support/pages/fake-inbox.ts';
import {
  changed,
  ids,
  late,
  listWorld,
  newest,
  some,
  stamp,
  waiting,
} from '../../../support/worlds/inbox-world.ts';

const refuses = () => {
  throw new AskError('refused');
};

describe('a poll', () => {
  test('reads no leads if the list has not changed', async () => {
    const { list, functions } = await listWorld(some(3));
    const rows = list.$rows.get();
    functions.before = (path) => {
      expect(path).toBe('/api/submissions?limit=50');
    };
    await list.poll();
    expect(list.$rows.get()).toBe(rows);
    expect(functions.calls).toHaveLength(2);
  });

  test('of a list with an empty first page is one request, whatever changed', async () => {
    const rows = some(1103).map((it, i) => ({ ...it, industry: i < 1100 ? 'hvac' : 'roofing' }));
    const { list, functions, shown } = await listWorld(rows, { ...noFilter, industry: 'roofing' });
    expect(shown()).toHaveLength(3);
    const [first] = ids(rows);
    for (const message of ['', 'New']) {
      if (message && first) functions.rows = changed(functions.rows, first, { message });
      functions.calls.length = 0;
      await list.poll();
      expect(functions.calls).toHaveLength(1);
      expect(shown()).toHaveLength(3);
    }
    list.showFresh();
    await vi.waitUntil(() => list.$status.get() === 'ready');
    expect(shown()).toHaveLength(3);
  });

  test('announces the very first lead, but not one that was erased again', async () => {
    const { list, functions, shown } = await listWorld([]);
    functions.rows = [late()];
    await list.poll();
    expect(list.$fresh.get()).toEqual(['late']);
    functions.rows = [];
    await list.poll();
    expect(list.$fresh.get()).toEqual([]);
    functions.rows = [late()];
    await list.poll();
    list.showFresh();
    expect(shown()).toEqual(['late']);
  });

  test('does not announce a lead that is archived from a search for its own id', async () => {
    const rows = [waiting(0), waiting(1)];
    const [id = ''] = ids(rows);
    const { list, functions } = await listWorld(rows, { ...noFilter, q: id });
    functions.rows = changed(functions.rows, id, { archived: true });
    list.remove(id);
    await list.poll();
    expect(list.$fresh.get()).toEqual([]);
  });

  test('shows the newest if there are more new leads than fit on a page, and further pages load the others', async () => {
    const { list, functions, shown } = await listWorld(some(60));
    const many = leads(120, newest + 120 * 37 * 60_000).map((it) => ({ ...it, id: `n${it.id}` }));
    functions.rows = [...many, ...functions.rows];
    await list.poll();
    list.showFresh();
    expect(shown()).toEqual(ids(functions.rows).slice(0, shown().length));
    await list.loadMore();
    expect(shown()).toEqual(ids(functions.rows));
  });

  test('updates changed rows in place, and renders no other row', async () => {
    const { list, functions } = await listWorld(some(5));
    const untouched = list.$rows.get()[0];
    const [, , , { id }] = functions.rows as [unknown, unknown, unknown, SubmissionItem];
    functions.rows = changed(functions.rows, id, { delivery: { state: 'off' } });
    await list.poll();
    expect(list.$rows.get()[3]?.delivery).toEqual({ state: 'off' });
    expect(list.$rows.get()[0]).toBe(untouched);
  });

  test('shows a colleague’s change to a row that no longer matches, which leaves when new leads are shown', async () => {
    const rows = [waiting(0), waiting(1)];
    const { list, leads, functions, shown } = await listWorld(rows, waitingOnly);
    const [first = ''] = ids(rows);
    functions.rows = changed(functions.rows, first, { answered: stamp });
    await list.poll();
    expect(leads.find(first)?.answered).toEqual(stamp);
    expect(shown()).toEqual(ids(rows));
    functions.rows = [{ ...late(), answered: null }, ...functions.rows];
    await list.poll();
    expect(functions.calls.filter((it) => it.includes(first))).toHaveLength(1);
    list.showFresh();
    expect(shown()).toEqual(['late', rows[1]?.id]);
  });

  test('keeps its rows even if no lead matches any more, and ends the list at the next “Load more”', async () => {
    const rows = some(60).map((_, index) => waiting(index));
    const { list, functions, shown } = await listWorld(rows, waitingOnly);
    functions.rows = rows.map((row) => ({ ...row, answered: stamp }));
    await list.poll();
    expect(list.$isEnd.get()).toBe(false);
    await list.loadMore();
    expect(shown()).toHaveLength(50);
    expect(list.$isEnd.get()).toBe(true);
  });

  test.each([
    ['keeps one that can’t be read', 'refused', ['late']],
    ['ends early', 'broken', []],
  ] as const)('forgets a lead that was erased, and %s', async (_, why, fresh) => {
    const { list, leads, functions, shown } = await listWorld(some(3));
    const [first = '', second = ''] = shown();
    functions.rows = [late(), ...functions.rows.slice(2)];
    functions.before = (path) =>
      path.includes(second) ? Promise.reject(new AskError(why)) : undefined;
    await list.poll();
    expect(leads.find(first)).toBeUndefined();
    expect(shown()).toEqual([second, ...shown().slice(1)]);
    expect(list.$fresh.get()).toEqual(fresh);
    expect(list.$offline.get()).toBe(why === 'broken');
  });

  test('keeps an imported row whose id it cannot ask for', async () => {
    const { list, functions, shown } = await listWorld([late('imported'), ...some(3)]);
    functions.rows = functions.rows.slice(1);
    await list.poll();
    expect(shown()).toContain('imported');
  });

  test.each([true, false])(
    'updates all loaded rows and the lead in the panel (erased: %s)',
    async (isErased) => {
      const { list, leads, functions, shown, $openedId } = await listWorld(some(120));
      const opened = functions.rows[115]?.id ?? '';
      $openedId.set(opened);
      await list.loadMore();
      list.remove(opened);
      const opted_out = { at: '2026-03-01T10:00:00.000Z', how: 'admin' } as const;
      const [marked = '', ...left] = shown().slice(110, 112);
      for (const id of [opened, ...left])
        functions.rows = isErased
          ? functions.rows.filter((it) => it.id !== id)
          : changed(functions.rows, id, { archived: true });
      functions.rows = changed([late(), ...functions.rows], marked, { opted_out });
      functions.calls.length = 0;
      await list.poll();
      // The first page, those below it, and each lead that is missing now.
      expect(functions.calls).toHaveLength(4);
      expect(leads.find(marked)?.opted_out).toEqual(opted_out);
      for (const id of [opened, ...left])
        expect(leads.find(id)?.archived).toBe(isErased ? undefined : true);
      await list.poll();
      expect(functions.calls).toHaveLength(5);
    },
  );

  test('leaves rows that are still loading to the next poll', async () => {
    const { list, functions, shown } = await listWorld(some(120));
    const [first = ''] = shown();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    functions.rows = changed(functions.rows, first, { message: 'New' });
    functions.after = () => promise;
    const looking = list.poll();
    await vi.waitUntil(() => functions.calls.length === 2);
    functions.after = undefined;
    await list.loadMore();
    resolve(undefined);
    await looking;
    const [erased = ''] = shown().slice(80);
    functions.rows = functions.rows.filter(({ id }) => id !== erased);
    await list.poll();
    expect(shown()).not.toContain(erased);
  });

  test('keeps the rows and marks the list as offline when it fails', async () => {
    const { list, functions, shown, world } = await listWorld(some(3));
    functions.before = refuses;
    await list.poll();
    expect(shown()).toHaveLength(3);
    expect(list.$offline.get()).toBe(true);
    expect(world.failures).toBe(0);
    functions.before = undefined;
    await list.poll();
    expect(list.$offline.get()).toBe(false);
  });
});
