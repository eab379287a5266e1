/**
 * `npm run bench`: measures all figures of docs/figures.md, or the named parts. Exits with 1 if a figure misses
 * its budget. `-- --write` writes the figures to that page.
 */
import { execSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { compare, type Figure } from './bench/figures.ts';
import { orUsage } from './command.ts';

const figuresPage = 'docs/figures.md';
/** Imports are lazy, so that wrong arguments print the usage at once. */
const parts: Record<string, () => Promise<Figure[]>> = {
  weight: async () => (await import('./bench/weight.ts')).measureWeight(),
  paint: async () => (await import('./bench/paint.ts')).measurePaint(),
  'first-row': async () => (await import('./bench/paint.ts')).measureFirstRow(),
  draining: async () => (await import('./bench/stores.ts')).measureDraining(),
  inbox: async () => (await import('./bench/stores.ts')).measureInbox(),
  'cold-start': async () => (await import('./bench/cold-start.ts')).measureColdStart(),
};

const { requested, write } = orUsage(
  () => {
    const options = { write: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (!positionals.every((name) => Object.hasOwn(parts, name))) throw new TypeError('Not a part');
    return { requested: positionals, ...values };
  },
  `The bench measures ${Object.keys(parts).join(', ')}, and writes with --write: npm run bench -- weight`,
);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  figures.push(...(await measure()));
}

const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() || process.arch;
const dateLine = `Measured on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores of ${model}, Node ${process.versions.node}.`;
const { filled, problems } = compare(await readFile(figuresPage, 'utf8'), figures);
// After a partial run, the page keeps its date, because the other figures are older.
const measured = requested.length > 0 ? filled : filled.replace(/^Measured on .+$/m, dateLine);
console.log(`\n${dateLine}\n\n${(measured.match(/^\|.+$/gm) ?? []).join('\n')}`);
if (write) {
  await writeFile(figuresPage, measured);
  execSync(`npx oxfmt ${figuresPage}`);
}

const relevant = problems.filter(
  (problem) => requested.length === 0 || !problem.endsWith('not measured.'),
);
for (const problem of relevant) console.error(`- ${problem}`);
if (relevant.length > 0) process.exitCode = 1;
