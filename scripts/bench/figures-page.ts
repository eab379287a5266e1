/** The part of docs/figures.md that the bench writes, so that nobody copies a figure by hand. */
import { availableParallelism, cpus } from 'node:os';
import { reference } from './budgets.ts';
import { missed, printed, printedBudget, type Measured, table } from './format.ts';

const begin = '<!-- figures: the bench writes all down to their end -->';
const end = '<!-- end of figures -->';

/** When and on which machine the figures were measured. */
interface Occasion {
  date: string;
  machine: string;
}

export function thisOccasion(): Occasion {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() || process.arch;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores of ${model}, Node ${process.versions.node}`,
  };
}

export function measuredCell(it: Measured): string {
  const mark = missed(it);
  return printed(it, it.value) + (mark ? ` **${mark}**` : '');
}

export const figuresTable = (figures: Measured[]): string =>
  table(
    ['figure', 'measured', 'budget'],
    figures.map((it) => [it.name, measuredCell(it), printedBudget(it)]),
  );

const count = (milliseconds: number) => milliseconds.toLocaleString('en-US');

export const block = (figures: Measured[], { date, machine }: Occasion): string =>
  [
    begin,
    `Measured on ${date}: ${machine}.`,
    figuresTable(figures),
    `For comparison: ${reference.name}, the lightest Astro template measured under the same rules, loads\n` +
      `${reference.homeTotal} KB for its home page, ${reference.beforeFirstPaint} KB of it before first paint. On a slow phone it first\n` +
      `paints after ${count(reference.firstPaint)} ms, and its largest paint comes after ${count(reference.largestPaint)} ms.`,
    end,
  ].join('\n\n');

/** The text before the block, the block, and the text after it. */
export function around(text: string): [before: string, block: string, after: string] {
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start < 0 || stop < 0)
    throw new Error(
      `The figures must be between '${begin}' and '${end}', and one of them is missing.`,
    );
  const after = stop + end.length;
  return [text.slice(0, start), text.slice(start, after), text.slice(after)];
}

export function withBlock(text: string, written: string): string {
  const [before, , after] = around(text);
  return before + written + after;
}
