import { expect, test } from 'vitest';
import { overBudget } from '../../scripts/bench/judge.ts';
import { table } from '../../scripts/bench/table.ts';
import type { Weight } from '../../scripts/bench/weigh.ts';

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
  script: { untouched: 0, scrolled: 0 },
  layoutShift: 0,
  total: 51_200,
  ...it,
});

test('a page that is exactly at its budget passes', () => {
  expect(overBudget(page({}))).toEqual([]);
  expect(overBudget(page({ path: '/' }))).toEqual([]);
});

test.each([
  ['a byte of HTML', { html: 13_825 }, '/about: HTML with its styles is 13.5 KB, 1 bytes over'],
  ['a byte of font', { fonts: [30_721] }, '/about: a font is 30.0 KB, 1 bytes over'],
  ['a second font', { fonts: [10, 10] }, '/about: loads 2 fonts'],
  ['a script file', { executed: { files: 9, inline: 0 } }, '/about: script from files'],
  ['inline script', { executed: { files: 0, inline: 1025 } }, '/about: script in the page'],
  ['a shift', { layoutShift: 0.001 }, '/about: the layout shifts by 0.001'],
  ['the home page', { path: '/', total: 51_201 }, '/: the first visit is 50.0 KB, 1 bytes over'],
  [
    'a byte of script before scrolling',
    { path: '/', script: { untouched: 3073, scrolled: 71_680 } },
    '/: script before scrolling is 3.0 KB, 1 bytes over',
  ],
  [
    'a byte of script at the end',
    { path: '/contact', script: { untouched: 0, scrolled: 76_801 } },
    '/contact: script after scrolling to the end is 75.0 KB, 1 bytes over',
  ],
])('%s too many is named with its page', (_, it, sentence) => {
  expect(overBudget(page(it))).toEqual([expect.stringContaining(sentence)]);
});

test('a page with a purpose for script may have it', () => {
  expect(overBudget(page({ path: '/contact', executed: { files: 9000, inline: 0 } }))).toEqual([]);
});

test('the table can be read as it is', () => {
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
