/** The figures of the bench, and the table of docs/figures.md with their names and budgets. */

/** `size` is the unit in bytes or milliseconds, `decimals` the digits after the point. */
const units = {
  KB: { size: 1024, decimals: 1 },
  bytes: { size: 1, decimals: 0 },
  ms: { size: 1, decimals: 0 },
  times: { size: 1, decimals: 2 },
  'in a run': { size: 1, decimals: 0 },
  /** A count. */
  '': { size: 1, decimals: 0 },
} as const;

/** Sizes are bytes on the wire (text after brotli), times are milliseconds. */
export interface Figure {
  /** As in docs/figures.md. */
  name: string;
  value: number;
  unit: keyof typeof units;
  /** The page of the measurement, if the name is about several pages. */
  at?: string;
}

export function worst<T extends { path: string }>(
  name: string,
  unit: Figure['unit'],
  pages: readonly T[],
  valueOf: (page: T) => number,
): Figure[] {
  const [first] = pages.toSorted((a, b) => valueOf(b) - valueOf(a));
  return first ? [{ name, unit, value: valueOf(first), at: first.path }] : [];
}

/** Rounds up, or down if the budget is a minimum, so that rounding never hides a miss. */
function rounded({ value, unit }: Figure, isMinimum: boolean) {
  const { size, decimals } = units[unit];
  const step = 10 ** decimals;
  // Without this, binary fractions turn 1.1 into slightly more than 1.1 and round it up.
  const steps = Number(((value / size) * step).toFixed(6));
  const number = (isMinimum ? Math.floor : Math.ceil)(steps) / step;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return { number, text: `${number.toLocaleString('en-US', digits)} ${unit}`.trimEnd() };
}

const row = /^\| (.+?) *\| *(\d.*?) *\| *(?:(at most|at least) ([\d.,]+).*?)? *\|$/gm;

/**
 * Writes the figures into the table. `problems` has a sentence for each figure that misses its budget, has no row
 * or was not measured.
 */
export function compare(text: string, figures: readonly Figure[]) {
  const problems: string[] = [];
  const named = new Set<string>();
  const filled = text.replace(row, (line, name: string, old: string, way = '', budget = '') => {
    named.add(name);
    const figure = figures.find((candidate) => candidate.name === name);
    if (!figure) {
      problems.push(`${name}: it was not measured.`);
      return line;
    }
    const isMinimum = way === 'at least';
    const { number, text } = rounded(figure, isMinimum);
    const limit = Number(String(budget).replaceAll(',', ''));
    if (way && !(isMinimum ? number >= limit : number <= limit)) {
      const where = figure.at ? ` on ${figure.at}` : '';
      problems.push(`${name}: ${text}${where}, and the budget is ${way} ${budget}.`);
    }
    return line.replace(` ${old} |`, ` ${text} |`.padStart(old.length + 3));
  });
  for (const { name } of figures)
    if (!named.has(name)) problems.push(`${name}: docs/figures.md has no row for it.`);
  return { filled, problems };
}
