import { format } from 'prettier';
import { expect, test } from 'vitest';
import {
  measured,
  missed,
  printed,
  type Figure,
  failures,
  table,
} from '../../scripts/bench/format.ts';
import { pageFigures } from '../../scripts/bench/figures.ts';
import type { Weight } from '../../scripts/bench/first-visit.ts';
import { figuresOf } from '../../scripts/bench/weight.ts';

const page = (it: Partial<Weight>): Weight => ({
  path: '/about',
  html: 13_824,
  css: 3000,
  fonts: [30_720],
  images: 0,
  icon: 500,
  scripts: 0,
  other: 0,
  executed: { files: 0, inline: 1024 },
  script: { untouched: 0, touched: 0 },
  layoutShift: 0,
  total: 19_456,
  ...it,
});

const overBudget = (it: Partial<Weight>) => failures(figuresOf([page(it)]));

test('a page that is exactly at its budget passes', () => {
  expect(overBudget({})).toEqual([]);
  expect(overBudget({ path: '/' })).toEqual([]);
});

test.each([
  ['a byte of HTML', { html: 13_825 }, '`/about`: HTML with its styles: 13.6 KB, and'],
  ['a byte of font', { fonts: [30_721] }, 'a font file: 30.1 KB on /about, and'],
  ['a second font', { fonts: [10, 10] }, 'font files: 2 on /about, and the budget is at most 1.'],
  [
    'a script file',
    { path: '/contact', executed: { files: 9, inline: 0 } },
    'script from files, before anything is touched: 9 bytes on /contact',
  ],
  ['inline script', { executed: { files: 0, inline: 1025 } }, 'the page: 1,025 bytes on /about'],
  ['a shift', { layoutShift: 0.0001 }, 'any public page: layout shift: 0.001 on /about, and'],
  ['a shift', { path: '/auth', layoutShift: 0.1 }, 'for staff: layout shift: 0.100 on /auth, and'],
  ['the home page', { path: '/', total: 21_505 }, '`/`: all of a first visit: 21.1 KB, and'],
  [
    'a byte of script before a touch',
    { path: '/', script: { untouched: 3073, touched: 71_680 } },
    '`/`: script, before anything is touched: 3.1 KB, and the budget is at most 3.0 KB.',
  ],
  [
    'a byte of script after a touch',
    { path: '/admin/audit', script: { untouched: 0, touched: 122_881 } },
    '`/admin/audit`: script, once everything is touched: 120.1 KB, and',
  ],
])('%s too many is named with its page', (_, it, sentence) => {
  expect(overBudget(it)).toEqual([expect.stringContaining(sentence)]);
});

test('a page with islands may have more script in itself', () => {
  expect(overBudget({ path: '/contact', executed: { files: 0, inline: 9000 } })).toEqual([]);
});

test('the worst of several pages is reported', () => {
  const shifts = [0, 0.2, 0.1].map((layoutShift, i) => page({ path: `/${i}`, layoutShift }));
  expect(
    figuresOf(shifts).find(({ name }) => name === 'any public page: layout shift'),
  ).toMatchObject({
    value: 0.2,
    at: '/1',
  });
});

test('a score below its budget is a miss', () => {
  const budget = { direction: 'at least', value: 100 } as const;
  const score = { name: 'score', unit: 'points', budget } as const;
  expect(missed({ ...score, value: 99.9 })).toBe('under');
  expect(missed({ ...score, value: 100 })).toBeUndefined();
  expect(printed(score, 99.9)).toBe('99 points');
});

test.each<[Figure['unit'], number | undefined, number, string]>([
  ['KB', undefined, 5120 * 1024, '5,120.0 KB'],
  ['times', undefined, 1.1, '1.10 times'],
  ['ms', undefined, 403.1, '404 ms'],
  ['ms', 2, 0.3456, '0.35 ms'],
  ['', 3, 0, '0.000'],
])('a figure in %s with %s digits is printed the same each time', (unit, decimals, value, text) => {
  expect(printed({ name: 'it', unit, ...(decimals && { decimals }) }, value)).toBe(text);
});

test('a figure that could not be measured is left out', () => {
  const declared = { a: { name: 'a', unit: 'ms' }, b: { name: 'b', unit: 'ms' } } as const;
  expect(measured(declared, { a: 1, b: undefined }).map(({ name }) => name)).toEqual(['a']);
  expect(measured(declared, { a: NaN, b: 0 }).map(({ name }) => name)).toEqual(['b']);
});

test('a page without islands has no figures for script', () => {
  expect(Object.keys(pageFigures('/about'))).toEqual(['html', 'total']);
  expect(pageFigures('/contact').touched?.budget?.value).toBe(75 * 1024);
});

test('the table is aligned', () => {
  expect(
    table(
      ['page', 'KB'],
      [
        ['/', '9.5'],
        ['/about', '12.0'],
      ],
    ),
  ).toBe(
    ['| page   |   KB |', '| ------ | ---: |', '| /      |  9.5 |', '| /about | 12.0 |'].join('\n'),
  );
});

test('Prettier leaves the table as it is, however narrow it is', async () => {
  const narrow = `${table(['a', 'b', ''], [['c', '1', '']])}\n`;
  expect(await format(narrow, { parser: 'markdown' })).toBe(narrow);
});
