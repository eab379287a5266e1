import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { declared, pageFigures } from '../../scripts/bench/figures.ts';
import { around, block, withBlock } from '../../scripts/bench/figures-page.ts';
import type { Weight } from '../../scripts/bench/first-visit.ts';
import {
  failures,
  measured,
  missed,
  printed,
  sizeOf,
  type Figure,
} from '../../scripts/bench/format.ts';
import { figuresOf } from '../../scripts/bench/weight.ts';

const page = (it: Partial<Weight>): Weight => ({
  path: '/about',
  html: 13_824,
  fonts: [30_720],
  executed: { files: 0, inline: 1024 },
  script: { untouched: 0, touched: 0 },
  total: 19_456,
  ...it,
});

const overBudget = (...pages: Partial<Weight>[]) => failures(figuresOf(pages.map(page)));

test('a page that is exactly at its budget passes', () => {
  expect(overBudget({}, { path: '/' })).toEqual([]);
});

test.each([
  ['a byte of HTML', { html: 13_825 }, '`/about`: HTML with its styles: 13.6 KB, and'],
  ['a byte of font', { fonts: [30_721] }, 'a font file: 30.1 KB on /about, and'],
  ['a second font', { fonts: [10, 10] }, 'font files: 2 on /about, and the budget is at most 1.'],
  [
    'a script file',
    { path: '/contact', executed: { files: 9, inline: 9000 } },
    'script from files, before anything is touched: 9 bytes on /contact',
  ],
  ['inline script', { executed: { files: 0, inline: 1025 } }, 'the page: 1,025 bytes on /about'],
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
  expect(overBudget({ path: '/terms-of-service' }, it)).toEqual([
    expect.stringContaining(sentence),
  ]);
});

test('a figure below its budget is a miss, if the budget is a minimum', () => {
  const budget = { direction: 'at least', value: 2500 } as const;
  const figure = { name: 'delivered', unit: 'a minute', budget } as const;
  expect(missed({ ...figure, value: 2499.9 })).toBe('under');
  expect(missed({ ...figure, value: 2500 })).toBeUndefined();
  expect(printed(figure, 2499.9)).toBe('2,499 a minute');
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
  const figures = { a: { name: 'a', unit: 'ms' }, b: { name: 'b', unit: 'ms' } } as const;
  expect(measured(figures, { a: 1, b: undefined }).map(({ name }) => name)).toEqual(['a']);
  expect(measured(figures, { a: NaN, b: 0 }).map(({ name }) => name)).toEqual(['b']);
});

test('a page without islands has no figures for script', () => {
  expect(Object.keys(pageFigures('/about'))).toEqual(['html', 'total']);
});

test('each figure has a unique name, and no more digits in its budget than in itself', () => {
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
  for (const it of declared.filter(({ budget }) => budget)) {
    const shown = parseFloat(printed(it, it.budget?.value ?? NaN).replaceAll(',', ''));
    expect(shown * sizeOf(it), it.name).toBe(it.budget?.value);
  }
});

describe('docs/figures.md', () => {
  const paper = readFileSync('docs/figures.md', 'utf8');
  const [, written] = around(paper);

  test('has the figures that the bench prints, with their formats and budgets', () => {
    const [, date = '', machine = ''] = /^Measured on (\S*): (.+)\.$/m.exec(written) ?? [];
    const values = new Map(
      [...written.matchAll(/^\| (.+?) +\| +(\d[\d,.]*)/gm)].map(([, name, value = '']) => [
        name,
        Number(value.replaceAll(',', '')),
      ]),
    );
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect([...values.keys()]).toEqual(declared.map(({ name }) => name));
    const figures = declared.map((it) => ({
      ...it,
      value: (values.get(it.name) ?? NaN) * sizeOf(it),
    }));
    expect(written).toBe(block(figures, { date, machine }));
  });

  test('stays as Prettier prints it when the bench writes to it, and changes in nothing else', async () => {
    const figures = declared.map((it) => ({ ...it, value: it.budget?.value ?? 7 * sizeOf(it) }));
    const changed = withBlock(paper, block(figures, { date: '2026-02-28', machine: '8 cores' }));
    const options = { parser: 'markdown', printWidth: 100, singleQuote: true };
    expect(await format(changed, options)).toBe(changed);
    expect(withBlock(changed, written)).toBe(paper);
    expect(() => withBlock('# Site\n', written)).toThrow('one of them is missing');
  });
});
