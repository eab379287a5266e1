import { describe, expect, test } from 'vitest';
import {
  addressOf,
  csvPath,
  filterOf,
  listPath,
  noFilter,
  periodOf,
} from '../../../../src/islands/inbox/filters/filter.ts';
import { createRowLock } from '../../../../src/islands/inbox/list/row-lock.ts';
import { commandOf, type KeyPress } from '../../../../src/islands/inbox/keyboard/shortcuts.ts';
import { interleave } from '../../../../src/islands/inbox/list/merge.ts';
import { rangeOf, slotsOf } from '../../../../src/islands/inbox/list/visible-rows.ts';
import { tel, mailTo, asText } from '../../../../src/islands/staff/format.ts';
import { dayOf } from '../../../../src/islands/inbox/export/export.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';

describe('the view in the address', () => {
  test('comes back as it was', () => {
    const filter = {
      q: 'peña & co',
      industry: 'tree-service',
      delivery: 'failed',
      from: '2026-11-01',
      to: '2026-11-07',
    } as const;
    const address = addressOf(filter);
    expect(filterOf(new URL(address, 'https://site.example').search)).toEqual(filter);
  });

  test('is bare where nothing is filtered', () => {
    expect(addressOf({ ...noFilter, q: '  ' })).toBe('/admin');
  });

  test('takes nothing on trust', () => {
    expect(filterOf('?delivery=lost&q=%20%20&limit=9999')).toEqual(noFilter);
    expect(filterOf('?from=2026-02-30&to=soon')).toEqual(noFilter);
    expect(filterOf('?from=2026-11-02&to=2026-11-01')).toEqual(noFilter);
  });

  test('is known by its usual name while its days are those of a usual period', () => {
    const today = '2026-11-21';
    const named = (from: string, to = '') => periodOf({ ...noFilter, from, to }, today);
    expect(['', '2026-11-21', '2026-11-15', '2026-10-23'].map((it) => named(it))).toEqual([
      '',
      '1',
      '7',
      '30',
    ]);
    expect(named('2026-11-20')).toBe('range');
    expect(named('2026-11-15', today)).toBe('range');
  });

  test('goes into the calls with a place and a length', () => {
    const filter = { ...noFilter, q: 'ng' };
    expect(listPath(filter, { cursor: 'a/b', limit: 200 })).toBe(
      '/api/submissions?q=ng&limit=200&cursor=a%2Fb',
    );
    expect(csvPath(filter, null)).toBe('/api/submissions.csv?q=ng&limit=2000');
    expect(csvPath(filter, 'a.b')).toBe('/api/submissions.csv?q=ng&limit=2000&cursor=a.b');
  });
});

describe('the window on the rows', () => {
  const rowHeight = 40;
  const view = { height: 800, rowHeight, count: 10_000 };

  test('is small however many rows there are, and covers the view with a margin', () => {
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

  test('stays the same for a short way', () => {
    expect(rangeOf({ ...view, scrolled: 4005 })).toEqual(rangeOf({ ...view, scrolled: 4020 }));
  });

  test('shows some rows before any was measured', () => {
    expect(rangeOf({ ...view, rowHeight: 0, scrolled: 0 }).end).toBeGreaterThan(10);
  });

  test('every row has its place, in the window or in a space', () => {
    for (const active of [-1, 0, 150, 999]) {
      const slots = slotsOf({ start: 100, end: 120 }, 1000, active);
      const covered = slots.reduce((sum, it) => sum + ('space' in it ? it.space : 1), 0);
      expect(covered).toBe(1000);
      const rows = slots.flatMap((it) => ('row' in it ? [it.row] : []));
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
      expect(active < 0 || rows.includes(active)).toBe(true);
    }
  });

  test('an empty list has no places', () => {
    expect(slotsOf({ start: 0, end: 0 }, 0, 0)).toEqual([]);
  });
});

describe('a key', () => {
  const press = (key: string, more: Partial<KeyPress> = {}) =>
    commandOf({ key, modified: false, focus: 'list', singleKeys: true, ...more });

  test.each([
    ['j', 'next'],
    ['ArrowDown', 'next'],
    ['k', 'previous'],
    ['ArrowUp', 'previous'],
    ['Home', 'first'],
    ['End', 'last'],
    ['r', 'resend'],
    ['/', 'search'],
    ['?', 'keys'],
  ] as const)('%s means "%s"', (key, command) => {
    expect(press(key)).toBe(command);
  });

  test('is a letter to whoever types, and a shortcut of the browser with Ctrl', () => {
    expect(press('r', { focus: 'field' })).toBeUndefined();
    expect(press('/', { focus: 'dialog' })).toBeUndefined();
    expect(press('r', { modified: true })).toBeUndefined();
  });

  test('with letters turned off, still moves by arrows', () => {
    expect(press('j', { singleKeys: false })).toBeUndefined();
    expect(press('ArrowDown', { singleKeys: false })).toBe('next');
  });

  test('scrolls a panel, whose letters go through the rows', () => {
    expect(press('ArrowDown', { focus: 'panel' })).toBeUndefined();
    expect(press('j', { focus: 'panel' })).toBe('next');
  });

  test('Home and End are the page’s own outside of the list', () => {
    expect(press('Home', { focus: 'page' })).toBeUndefined();
  });
});

test('rows keep still under a hand, and a moment after it', () => {
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

test('new rows go to where their time puts them', () => {
  const rows = [lead(1, 1e12), lead(3, 1e12)];
  const fresh = [lead(0, 1e12), lead(2, 1e12), lead(4, 1e12)];
  expect(interleave(fresh, rows).map(({ id }) => id)).toEqual(
    [0, 1, 2, 3, 4].map((index) => lead(index).id),
  );
  expect(interleave(rows, rows)).toEqual(rows);
});

test.each([
  ['(713) 555-0142', 'tel:7135550142'],
  ['+1 713 555 0142', 'tel:+17135550142'],
  ['713.555.0142 ext. 12', 'tel:7135550142;ext=12'],
  ['713-555-0142 x7', 'tel:7135550142;ext=7'],
])('%s is called by %s', (phone, href) => {
  expect(tel(phone)).toBe(href);
});

test('an address can’t put headers into a mail', () => {
  expect(mailTo('a+b@example.com')).toBe('mailto:a%2Bb@example.com');
  expect(mailTo('a?bcc=b@example.com')).toBe('mailto:a%3Fbcc%3Db@example.com');
});

test('a file is named after the viewer’s day', () => {
  expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
});

test('as text, a lead is all that a colleague needs', () => {
  const text = asText({ ...lead(1), message: 'Two\nlines' });
  expect(text).toMatch(
    /^Name: Jo Ng\nEmail: .+\nPhone: \(713\) 555-0001\nCompany: .+\nIndustry: Roofing \/ Gutters\n/,
  );
  expect(text).toMatch(/\n\nTwo\nlines$/);
});
