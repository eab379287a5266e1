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

describe('the filter in the address', () => {
  test('is read as it was written', () => {
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

  test('is absent if nothing is filtered', () => {
    expect(addressOf({ ...noFilter, q: '  ' })).toBe('/admin');
  });

  test('ignores invalid values', () => {
    expect(filterOf('?delivery=lost&q=%20%20&limit=9999')).toEqual(noFilter);
    expect(filterOf('?from=2026-02-30&to=soon')).toEqual(noFilter);
    expect(filterOf('?from=2026-11-02&to=2026-11-01')).toEqual(noFilter);
  });

  test('selects the period that its days match', () => {
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

  test('is part of the paths of the list and the export', () => {
    const filter = { ...noFilter, q: 'ng' };
    expect(listPath(filter, { cursor: 'a/b', limit: 200 })).toBe(
      '/api/submissions?q=ng&limit=200&cursor=a%2Fb',
    );
    expect(csvPath(filter, null)).toBe('/api/submissions.csv?q=ng&limit=2000');
    expect(csvPath(filter, 'a.b')).toBe('/api/submissions.csv?q=ng&limit=2000&cursor=a.b');
  });
});

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

describe('the keyboard', () => {
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
  ] as const)('has %s for "%s"', (key, command) => {
    expect(press(key)).toBe(command);
  });

  test('leaves keys alone in a field, in a dialog and with Ctrl', () => {
    expect(press('r', { focus: 'field' })).toBeUndefined();
    expect(press('/', { focus: 'dialog' })).toBeUndefined();
    expect(press('r', { modified: true })).toBeUndefined();
  });

  test('still moves with arrows when single keys are off', () => {
    expect(press('j', { singleKeys: false })).toBeUndefined();
    expect(press('ArrowDown', { singleKeys: false })).toBe('next');
  });

  test('scrolls the panel with arrows, and moves to other rows with letters', () => {
    expect(press('ArrowDown', { focus: 'panel' })).toBeUndefined();
    expect(press('j', { focus: 'panel' })).toBe('next');
  });

  test('leaves Home and End to the page outside of the list', () => {
    expect(press('Home', { focus: 'page' })).toBeUndefined();
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

test.each([
  ['(713) 555-0142', 'tel:7135550142'],
  ['+1 713 555 0142', 'tel:+17135550142'],
  ['713.555.0142 ext. 12', 'tel:7135550142;ext=12'],
  ['713-555-0142 x7', 'tel:7135550142;ext=7'],
])('the link for the number %s is %s', (phone, href) => {
  expect(tel(phone)).toBe(href);
});

test('an e-mail address can not add headers to a mail', () => {
  expect(mailTo('a+b@example.com')).toBe('mailto:a%2Bb@example.com');
  expect(mailTo('a?bcc=b@example.com')).toBe('mailto:a%3Fbcc%3Db@example.com');
});

test('an export is named after the day in the viewer’s time zone', () => {
  expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
});

test('a lead as text has everything that a colleague needs', () => {
  const text = asText({ ...lead(1), message: 'Two\nlines' });
  expect(text).toMatch(
    /^Name: Jo Ng\nEmail: .+\nPhone: \(713\) 555-0001\nCompany: .+\nIndustry: Roofing \/ Gutters\n/,
  );
  expect(text).toMatch(/\n\nTwo\nlines$/);
});
