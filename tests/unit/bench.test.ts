import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compare, type Figure } from '../../scripts/bench/figures.ts';
import { figuresOf, type Weight } from '../../scripts/bench/weight.ts';

/** A table like that of docs/figures.md. */
const paper = `
| figure                                                           |       measured |                  budget |
| ---------------------------------------------------------------- | -------------: | ----------------------: |
| \`/\`: HTML with its styles                                      |        10.0 KB |         at most 13.5 KB |
| \`/\`: script, before anything is touched                        |         2.0 KB |          at most 3.0 KB |
| \`/\`: script, once everything is touched                        |        60.0 KB |         at most 75.0 KB |
| \`/\`: all of a first visit                                      |        18.0 KB |         at most 19.0 KB |
| \`/about\`: HTML with its styles                                 |         6.0 KB |         at most 13.5 KB |
| \`/about\`: all of a first visit                                 |        14.0 KB |                         |
| any page: a font file                                            |         7.0 KB |         at most 30.0 KB |
| any page: font files                                             |              1 |               at most 1 |
| any public page: script from files, before anything is touched   |        0 bytes |         at most 0 bytes |
| any page that is only read: script in the page                   |      800 bytes |     at most 1,024 bytes |
| 20,000 pending leads: delivered                                  | 3,550 in a run | at least 1,200 in a run |
`;

const page = (figures: Partial<Weight>): Weight => ({
  path: '/about',
  html: 13_824,
  fonts: [30_720],
  executed: { files: 0, inline: 1024 },
  script: { untouched: 0, touched: 0 },
  total: 19_456,
  ...figures,
});

const problemsOf = (...figures: Figure[]) =>
  compare(paper, figures).problems.filter((it) => !it.endsWith('not measured.'));
const overBudget = (...pages: Partial<Weight>[]) => problemsOf(...figuresOf(pages.map(page)));

test('a page exactly at its budget passes', () => {
  expect(overBudget({}, { path: '/' })).toEqual([]);
});

test.each([
  ['a byte of HTML', { html: 13_825 }, '`/about`: HTML with its styles: 13.6 KB, and'],
  ['a byte of font', { fonts: [30_721] }, 'a font file: 30.1 KB on /about, and'],
  ['a second font', { fonts: [10, 10] }, 'font files: 2 on /about, and the budget is at most 1.'],
  [
    'a script file',
    { path: '/', executed: { files: 9, inline: 9000 } },
    'script from files, before anything is touched: 9 bytes on /, and',
  ],
  ['inline script', { executed: { files: 0, inline: 1025 } }, 'the page: 1,025 bytes on /about'],
  [
    'a byte of script after a touch',
    { path: '/', script: { untouched: 0, touched: 76_801 } },
    '`/`: script, once everything is touched: 75.1 KB, and',
  ],
])('the page is named if it is over budget by %s', (_, weight, sentence) => {
  expect(overBudget(weight)).toEqual([expect.stringContaining(sentence)]);
});

const drained: Figure = {
  name: '20,000 pending leads: delivered',
  unit: 'in a run',
  value: 1200,
};

test('a figure below a minimum budget is a miss', () => {
  expect(problemsOf(drained)).toEqual([]);
  expect(problemsOf({ ...drained, value: 1199.9 })).toEqual([
    `${drained.name}: 1,199 in a run, and the budget is at least 1,200.`,
  ]);
});

test('a figure without a budget row is a miss, and so is a budget row without a figure', () => {
  const { problems } = compare(paper, [{ ...drained, name: 'news' }]);
  expect(problems).toContain('news: docs/figures.md has no row for it.');
  expect(problems).toContain(`${drained.name}: it was not measured.`);
  expect(compare(paper, [{ ...drained, value: NaN }]).problems).toContainEqual(
    expect.stringMatching(/pending leads: delivered: NaN/),
  );
});

test('the bench replaces the measured figures in the document, and no other text', () => {
  const { filled } = compare(paper, [{ ...drained, value: 3000 }]);
  const changed = filled.split('\n').filter((line) => !paper.split('\n').includes(line));
  expect(changed).toEqual([
    expect.stringMatching(/pending leads: delivered +\| 3,000 in a run \| at least 1,200/),
  ]);
});

test('a workflow checks the budgets each night', () => {
  const workflow = readFileSync('.github/workflows/soak.yml', 'utf8');
  expect(workflow).toMatch(/^ {4}- cron: '\d+ \d+ \* \* \*'$/m);
  expect(workflow).toMatch(/^ {6}- run: npm run bench$/m);
});
