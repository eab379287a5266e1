/**
 * `npm run bench`: prints every figure of docs/figures.md in one table; `-- --write` writes it there.
 * Exits with 1 when a figure misses its budget.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureColdStart } from './bench/cold-start.ts';
import { measureDraining } from './bench/draining.ts';
import { declared } from './bench/figures.ts';
import { block, figuresTable, thisOccasion, withBlock } from './bench/figures-page.ts';
import { measureFirstRow } from './bench/first-row.ts';
import { failures, type Measured } from './bench/format.ts';
import { measureInbox } from './bench/inbox.ts';
import { measurePaint } from './bench/paint.ts';
import { measureWeight } from './bench/weight.ts';
import { orUsage } from './command.ts';

const paper = 'docs/figures.md';
const parts: Record<string, () => Promise<Measured[]>> = {
  weight: measureWeight,
  paint: measurePaint,
  'first-row': measureFirstRow,
  draining: measureDraining,
  inbox: measureInbox,
  'cold-start': measureColdStart,
};

const { only, write } = orUsage(
  () => parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } }).values,
  'The options of the bench are --only with a part and --write: npm run bench -- --only weight',
);
if (only !== undefined && !(only in parts)) {
  console.error(`--only takes one of ${Object.keys(parts).join(', ')}, not '${only}'.`);
  process.exit(2);
}
if (only !== undefined && write) {
  console.error('--write replaces all figures, so it does not work with --only.');
  process.exit(2);
}

const occasion = thisOccasion();
const found: Measured[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && name !== only) continue;
  console.log(`Measuring ${name} …`);
  found.push(...(await measure()));
}
const figures = declared.flatMap(({ name }) => found.find((it) => it.name === name) ?? []);
console.log(`\nOn ${occasion.date}, ${occasion.machine}:\n\n${figuresTable(figures)}`);

const missing = declared.filter(({ name }) => !found.some((it) => it.name === name));
if (only === undefined && missing.length > 0)
  complain(
    'Not measured',
    missing.map(({ name }) => name),
  );
else if (write)
  await writeFile(paper, withBlock(await readFile(paper, 'utf8'), block(figures, occasion)));

const misses = failures(figures);
if (misses.length > 0) complain('Outside their budgets', misses);

function complain(what: string, names: readonly string[]): void {
  console.error(`\n${what}:\n${names.map((it) => `- ${it}`).join('\n')}`);
  process.exitCode = 1;
}
