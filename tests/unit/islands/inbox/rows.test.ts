/** Tests which rows are in the document, in which order, and when they may move. */
import { describe, expect, test } from 'vitest';
import { interleave } from '../../../../src/islands/inbox/list/list-state.ts';
import { createRowLock } from '../../../../src/islands/inbox/list/row-lock.ts';
import { rangeOf, slotsOf } from '../../../../src/islands/inbox/list/visible-rows.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';

describe('the range of rows in the document', () => {
  const rowHeight = 40;
  const view = { height: 800, rowHeight, count: 10_000 };

  test('is small for any number of rows, and covers the view with a margin', () => {
    for (const scrolled of [-5000, -200, 0, 13, 200_000, 399_200, 500_000]) {
      const { start, end } = rangeOf({ ...view, scrolled });
      expect(end - start).toBeLessThan(50);
      const first = Math.floor(scrolled / rowHeight);
      if (first >= 0 && first < 9_980) {
        expect(start).toBeLessThanOrEqual(Math.max(0, first - 4));
        expect(end).toBeGreaterThanOrEqual(Math.min(10_000, first + 24));
      }
    }
  });

  test('stays the same while the page scrolls a short way', () => {
    expect(rangeOf({ ...view, scrolled: 4005 })).toEqual(rangeOf({ ...view, scrolled: 4020 }));
  });

  test('has some rows before the height of a row is known', () => {
    expect(rangeOf({ ...view, rowHeight: 0, scrolled: 0 }).end).toBeGreaterThan(10);
  });

  test('leaves empty space for all other rows, and always has the active row', () => {
    for (const active of [-1, 0, 150, 999]) {
      const slots = slotsOf({ start: 100, end: 120 }, 1000, active);
      const covered = slots.reduce((sum, it) => sum + ('space' in it ? it.space : 1), 0);
      expect(covered).toBe(1000);
      const rows = slots.flatMap((it) => ('row' in it ? [it.row] : []));
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
      expect(active < 0 || rows.includes(active)).toBe(true);
    }
  });

  test('is empty for an empty list', () => {
    expect(slotsOf({ start: 0, end: 0 }, 0, 0)).toEqual([]);
  });
});

test('rows stay locked while somebody points at them, and for a moment after that', () => {
  let time = 0;
  const rowLock = createRowLock(() => time);
  expect(rowLock.isFree()).toBe(true);
  rowLock.put('pointer', true);
  rowLock.put('focus', true);
  rowLock.put('pointer', false);
  expect(rowLock.isFree()).toBe(false);
  rowLock.put('focus', false);
  rowLock.pointerLeft();
  expect(rowLock.isFree()).toBe(false);
  time = 3000;
  expect(rowLock.isFree()).toBe(true);
});

test('new rows are inserted by time', () => {
  const rows = [lead(1, 1e12), lead(3, 1e12)];
  const fresh = [lead(0, 1e12), lead(2, 1e12), lead(4, 1e12)];
  expect(interleave(fresh, rows).map(({ id }) => id)).toEqual(
    [0, 1, 2, 3, 4].map((index) => lead(index).id),
  );
  expect(interleave(rows, rows)).toEqual(rows);
});
