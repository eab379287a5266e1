/**
 * `npm run bench`: measures the figures of docs/figures.md, or some parts of them, and exits with 1 when
 * one misses its budget there. `-- --write` writes them to that page.
 */
import { execSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { compare, type Figure } from './bench/figures.ts';
import { orUsage } from './command.ts';

const paper = 'docs/figures.md';
/** Each part loads what it needs, so the usage is printed at once. */
const parts: Record<string, () => Promise<Figure[]>> = {
  weight: async () => (await import('./bench/weight.ts')).measureWeight(),
  paint: async () => (await import('./bench/paint.ts')).measurePaint(),
  'first-row': async () => (await import('./bench/paint.ts')).measureFirstRow(),
  draining: async () => (await import('./bench/stores.ts')).measureDraining(),
  inbox: async () => (await import('./bench/stores.ts')).measureInbox(),
  'cold-start': async () => (await import('./bench/cold-start.ts')).measureColdStart(),
};

const { asked, write } = orUsage(
  () => {
    const options = { write: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (!positionals.every((it) => Object.hasOwn(parts, it))) throw new TypeError('Not a part');
    return { asked: positionals, ...values };
  },
  `The bench measures ${Object.keys(parts).join(', ')}, and writes with --write: npm run bench -- weight`,
);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  figures.push(...(await measure()));
}

const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() || process.arch;
const occasion = `Measured on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores of ${model}, Node ${process.versions.node}.`;
const { filled, problems } = compare(await readFile(paper, 'utf8'), figures);
// The other parts' figures are as old as they were.
const measured = asked.length > 0 ? filled : filled.replace(/^Measured on .+$/m, occasion);
console.log(`\n${occasion}\n\n${(measured.match(/^\|.+$/gm) ?? []).join('\n')}`);
if (write) {
  await writeFile(paper, measured);
  execSync(`npx oxfmt ${paper}`);
}

const relevant = problems.filter((it) => asked.length === 0 || !it.endsWith('not measured.'));
for (const it of relevant) console.error(`- ${it}`);
if (relevant.length > 0) process.exitCode = 1;
