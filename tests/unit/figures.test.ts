import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { reference } from '../../scripts/bench/budgets.ts';
import { printed, printedBudget, sizeOf } from '../../scripts/bench/format.ts';
import { declared } from '../../scripts/bench/figures.ts';
import { block, withBlock } from '../../scripts/bench/figures-page.ts';
import { staleFigures } from '../support/guards/figures.ts';

const paper = readFileSync('docs/figures.md', 'utf8');
const occasion = { date: '2026-02-28', machine: '8 cores of a kind, Node 24.1.0' };

/** Every figure exactly at its budget. */
const kept = block(
  declared.map((it) => ({ ...it, value: it.budget?.value ?? 7 * sizeOf(it) })),
  occasion,
);
const around = (written: string) => `# Figures\n\nOf a first visit.\n\n${written}\n\n## More\n`;
const good = around(kept);

describe('docs/figures.md', () => {
  test('has the figures that the bench prints, with their budgets', () => {
    expect(staleFigures(paper)).toEqual([]);
  });

  test('stays as Prettier prints it when the bench writes to it', async () => {
    const written = withBlock(paper, kept);
    const options = { parser: 'markdown', printWidth: 100, singleQuote: true };
    expect(await format(written, options)).toBe(written);
  });
});

test('writing replaces the figures and nothing else', () => {
  expect(withBlock(good, kept.replace('8 cores', '4 cores'))).toBe(
    good.replace('8 cores', '4 cores'),
  );
  expect(() => withBlock('# Site\n', kept)).toThrow('one of them is missing');
});

test('each figure has a unique name', () => {
  const names = declared.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((it) => it.includes('|'))).toEqual([]);
});

test('no budget has more digits than its figure', () => {
  for (const it of declared.filter(({ budget }) => budget))
    expect(parseFloat(printed(it, it.budget?.value ?? NaN).replaceAll(',', '')) * sizeOf(it)).toBe(
      it.budget?.value,
    );
});

describe('the check of docs/figures.md', () => {
  const row = (name: string) =>
    good.split('\n').find((it) => it.startsWith(`| ${name} `)) ?? `no row ${name}`;
  const html = row('`/about`: HTML with its styles');
  const total = row('`/about`: all of a first visit');
  const home = row('`/`: all of a first visit');
  const seo = row('Lighthouse, mobile: SEO, the lowest of the public pages');

  test('accepts what the bench writes', () => {
    expect(staleFigures(good)).toEqual([]);
  });

  test.each<[what: string, from: string, to: string, sentence: string]>([
    ['a figure that is missing', `${html}\n`, '', "'`/about`: HTML with its styles' is missing."],
    ['an unknown figure', html, html.replace('about', 'abort'), 'The bench has no figure'],
    ['a figure twice', html, `${html}\n${html}`, 'not as the bench writes it'],
    ['a figure without a number', html, html.replace(' 13.5 KB', '       ?'), 'is missing'],
    ['another budget', html, html.replace('most 13.5', 'most 14.5'), "'at most 14.5 KB' would be"],
    ['a budget turned round', html, html.replace('at most', 'at least'), "'at least 13.5 KB'"],
    ['a budget left out', html, html.replace('at most 13.5 KB', ' '.repeat(15)), "'' would be"],
    ['too much without a word', home, home.replace('21.0', '21.1'), "'21.1 KB **over**'"],
    ['too little without a word', seo, seo.replace('100', ' 99'), "'99 points **under**'"],
    [
      'a mark that is out of date',
      home,
      home.replace('21.0 KB', '21.0 KB **over**'),
      "'21.0 KB **over**' would be printed '21.0 KB'",
    ],
    ['another unit', html, html.replace(' KB', ' MB'), "'13.5 MB' would be printed '13.5 KB'"],
    ['another format', html, html.replace('13.5', '13.50'), "'13.50 KB' would be"],
    ['no date', occasion.date, 'Friday', "'Friday' is no date"],
    ['a day that never was', occasion.date, '2026-02-30', "'2026-02-30' is no date"],
    ['a date without a day', occasion.date, '2026-02', "'2026-02' is no date"],
    ['a line without a date', `on ${occasion.date}`, 'lately', "'' is no date"],
    ['a number in the prose before', 'first visit', '2nd visit', '2 is in the prose'],
    [
      'a number that is of another unit',
      'first visit',
      'visit of 30.0 ms',
      '30.0 ms is in the prose',
    ],
    [
      'a number in the prose after',
      '\n## More',
      '\nIt is 99.9.\n\n## More',
      '99.9 is in the prose',
    ],
    ['another comparison', `${reference.homeTotal} KB`, '84 KB', 'not as the bench writes it'],
    ['an order of its own', `${html}\n${total}`, `${total}\n${html}`, 'not as the bench writes'],
  ])('sees %s', (_, from, to, sentence) => {
    expect(good).toContain(from);
    expect(staleFigures(good.replace(from, to)).join('\n')).toContain(sentence);
  });

  test('accepts prose that quotes a figure', () => {
    const budget = printedBudget({ ...declared[0], name: '', unit: 'KB' });
    expect(staleFigures(good.replace('first visit', `first visit: ${budget}`))).toEqual([]);
  });
});
