import { atom } from 'nanostores';
import { describe, expect, test } from 'vitest';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import {
  createLeadList,
  readAgainAfter,
} from '../../../../src/islands/inbox/list/lead-list-store.ts';
import type { Latest } from '../../../../src/islands/inbox/list/pages.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import { lead, leads } from '../../../support/pages/fake-inbox.ts';

const newest = Date.parse('2026-03-01T12:00:00Z');
const some = (count: number) => leads(count, newest);
/** A lead that is newer than all others. */
const late = (id = 'late') => ({ ...lead(0, newest + 3_600_000), id });

describe('a look since the last one', () => {
  /** A list of these rows, and a server that reports what the test says. */
  async function looked(count: number) {
    const rows = some(count);
    const answers: Latest[] = [];
    const asked: string[] = [];
    const world = { isFree: true, time: 0, erasures: 0 };
    const page = (rows: SubmissionItem[], tag: string) => ({
      submissions: rows,
      next_cursor: null,
      tag,
    });
    const list = createLeadList({
      pages: {
        load: () => Promise.resolve(page(rows, 'first')),
        newest: () => {
          asked.push('everything');
          return Promise.resolve(page(rows, 'again'));
        },
        fateOf: () => Promise.resolve(undefined),
        since: (tag) => {
          asked.push(tag);
          return Promise.resolve(answers.shift() ?? { kind: 'same' });
        },
      },
      $filter: atom(noFilter),
      isFree: () => world.isFree,
      now: () => world.time,
      onFailed: () => undefined,
      openedId: () => undefined,
      onErased: () => {
        world.erasures += 1;
      },
    });
    await list.load('first');
    const changes = (
      changed: SubmissionItem[],
      erased: string[] = [],
      left: SubmissionItem[] = [],
    ): Latest => ({
      kind: 'changes',
      changes: { changed, left, erased, held: 2, waiting: 3 },
      tag: 'next',
    });
    const shown = () => list.$list.get().rows.map(({ id }) => id);
    return { list, rows, answers, asked, world, changes, shown };
  }

  test('leaves the rows as they are when nothing changed', async () => {
    const { list, asked } = await looked(3);
    const { rows } = list.$list.get();
    await list.refresh();
    expect(list.$list.get().rows).toBe(rows);
    expect(asked).toEqual(['first']);
  });

  test('adds, updates and removes rows, and goes on from there', async () => {
    const { list, rows, answers, asked, changes, shown } = await looked(3);
    const [first = late(), second = late(), third = late()] = rows;
    const changed = { ...second, delivery: { state: 'off' as const } };
    answers.push(changes([changed, late()], [third.id, 'unknown']));
    await list.refresh();
    expect(list.$list.get().rows).toEqual([late(), first, changed]);
    expect(list.$held.get()).toBe(2);
    await list.refresh();
    expect(asked).toEqual(['first', 'next']);
    expect(shown()).toHaveLength(3);
  });

  test('keeps what waits for free rows over several looks', async () => {
    const { list, rows, answers, world, changes, shown } = await looked(3);
    const [, second = late()] = rows;
    world.isFree = false;
    answers.push(changes([late('a')], [second.id]), changes([late('b')]));
    await list.refresh();
    await list.refresh();
    expect(shown()).toEqual(rows.map(({ id }) => id));
    world.isFree = true;
    await list.refresh();
    expect(shown()).toEqual(['b', 'a', rows[0]?.id, rows[2]?.id]);
  });

  test('forgets a fresh lead that was erased before it was shown', async () => {
    const { list, answers, world, changes, shown } = await looked(1);
    world.isFree = false;
    answers.push(changes([late('a')]), changes([], ['a']));
    await list.refresh();
    await list.refresh();
    list.settle();
    expect(shown()).toHaveLength(1);
  });

  test('shows at once what somebody else did to a lead that leaves the list for it', async () => {
    const { list, rows, answers, world, changes, shown } = await looked(2);
    const [first = late()] = rows;
    const answered = { ...first, answered: { at: first.created_at, by: 'Ada' } };
    world.isFree = false;
    answers.push(changes([], [], [answered]));
    await list.refresh();
    expect(list.$list.get().rows[0]).toEqual(answered);
    list.settle();
    expect(shown()).toEqual([rows[1]?.id]);
    const archived = { ...answered, archived: true };
    answers.push(changes([], [], [archived]));
    await list.refresh();
    expect(list.find(first.id)).toEqual(archived);
  });

  test('finds no lead any more that somebody else has erased, although its row stays for now', async () => {
    const { list, rows, answers, world, changes, shown } = await looked(2);
    const { id } = rows[0] ?? late();
    world.isFree = false;
    answers.push(changes([], [id]));
    await list.refresh();
    expect(world.erasures).toBe(1);
    list.update('other', {});
    expect(list.find(id)).toBeUndefined();
    expect(shown()).toContain(id);
    list.settle();
    expect(shown()).not.toContain(id);
  });

  test('asks again about a lead that changed here meanwhile', async () => {
    const { list, rows, answers, asked, changes } = await looked(1);
    const [first = late()] = rows;
    answers.push(changes([{ ...first, name: 'Someone else' }]));
    const refreshing = list.refresh();
    list.update(first.id, { archived: true });
    await refreshing;
    expect(list.$list.get().rows).toEqual([{ ...first, archived: true }]);
    await list.refresh();
    expect(asked).toEqual(['first', 'first']);
  });

  test('reads everything again if more came than could be shown while rows were locked', async () => {
    const { list, answers, asked, world, shown, rows } = await looked(1);
    world.isFree = false;
    const page = { submissions: [late('far')], next_cursor: 'more', tag: 'far' };
    answers.push({ kind: 'page', page });
    await list.refresh();
    expect(shown()).toEqual(rows.map(({ id }) => id));
    await list.refresh();
    expect(asked).toEqual(['first', 'everything']);
  });

  test('reads everything again if a row changed here while everything was read', async () => {
    const { list, answers, asked, rows } = await looked(1);
    const [first = late()] = rows;
    answers.push({ kind: 'page', page: { submissions: rows, next_cursor: null, tag: 'new' } });
    const refreshing = list.refresh();
    list.update(first.id, { archived: true });
    await refreshing;
    await list.refresh();
    expect(asked).toEqual(['first', 'everything']);
  });

  test('reads everything again after four hours', async () => {
    const { list, asked, world } = await looked(1);
    world.time = readAgainAfter - 1;
    await list.refresh();
    world.time = readAgainAfter;
    await list.refresh();
    await list.refresh();
    expect(asked).toEqual(['first', 'everything', 'again']);
  });
});
