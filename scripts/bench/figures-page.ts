/** The part of docs/figures.md that the bench writes, so that nobody copies a figure by hand. */
import { availableParallelism, cpus } from 'node:os';
import { missed, printed, printedBudget, type Measured } from './format.ts';

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

/** A Markdown table, aligned as Prettier does it: the first column left, figures right. */
export function figuresTable(figures: readonly Measured[]): string {
  const rows = figures.map((it) => [
    it.name,
    [printed(it, it.value), ...(missed(it) ? [`**${missed(it)}**`] : [])].join(' '),
    printedBudget(it),
  ]);
  const head = ['figure', 'measured', 'budget'];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = ([name = '', ...cells]: string[]) =>
    `| ${[name.padEnd(widths[0] ?? 0), ...cells.map((it, i) => it.padStart(widths[i + 1] ?? 0))].join(' | ')} |`;
  const rule = widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export const block = (figures: readonly Measured[], { date, machine }: Occasion): string =>
  [begin, `Measured on ${date}: ${machine}.`, figuresTable(figures), end].join('\n\n');

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
