/**
 * `npm run bench`: prints every figure of docs/figures.md in one table; `-- --write` writes it there.
 * Exits with 1 when a figure misses its budget.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { coldStartReport } from './bench/cold-start.ts';
import { drainingReport } from './bench/draining.ts';
import { declared } from './bench/figures.ts';
import { growthReport } from './bench/growth.ts';
import { hydrationReport } from './bench/hydration.ts';
import { inboxReport } from './bench/inbox.ts';
import { failures, type Measured, type Report } from './bench/format.ts';
import { lighthouseReport } from './bench/lighthouse.ts';
import { block, figuresTable, thisOccasion, withBlock } from './bench/figures-page.ts';
import { navigationReport } from './bench/navigation.ts';
import { paintReport } from './bench/paint.ts';
import { submittingReport } from './bench/submitting.ts';
import { weightReport } from './bench/weight.ts';
import { orUsage } from './command.ts';

const paper = 'docs/figures.md';
const parts: Record<string, () => Promise<Report>> = {
  weight: weightReport,
  hydration: hydrationReport,
  build: growthReport,
  lighthouse: lighthouseReport,
  paint: paintReport,
  navigation: navigationReport,
  submitting: submittingReport,
  draining: drainingReport,
  inbox: inboxReport,
  'cold-start': coldStartReport,
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
console.log(`# Bench of ${occasion.date}`);
for (const [name, run] of Object.entries(parts)) {
  if (only !== undefined && name !== only) continue;
  const report = await run();
  console.log(`\n## ${report.title}\n\n${report.details}`);
  found.push(...report.figures);
}
const figures = declared.flatMap(({ name }) => found.find((it) => it.name === name) ?? []);
console.log(`\n## Figures\n\n${figuresTable(figures)}`);

const missing = declared.filter(({ name }) => !found.some((it) => it.name === name));
if (only === undefined && missing.length > 0) {
  console.error(`\nNot measured:\n${list(missing.map(({ name }) => name))}`);
}
if (write && missing.length > 0) {
  console.error(`\n${paper} was not changed, because some figures could not be measured.`);
  process.exitCode = 1;
} else if (write) {
  await writeFile(paper, withBlock(await readFile(paper, 'utf8'), block(figures, occasion)));
}

const misses = failures(figures);
if (misses.length > 0) {
  console.error(`\nOutside their budgets:\n${list(misses)}`);
  process.exitCode = 1;
}

function list(items: string[]): string {
  return items.map((it) => `- ${it}`).join('\n');
}
