/** For each unit, the bytes or milliseconds in one of it, and the digits after the point. */
const units = {
  KB: { size: 1024, decimals: 1 },
  MB: { size: 1024 * 1024, decimals: 0 },
  bytes: { size: 1, decimals: 0 },
  ms: { size: 1, decimals: 0 },
  times: { size: 1, decimals: 2 },
  'a minute': { size: 1, decimals: 0 },
  /** A count. */
  '': { size: 1, decimals: 0 },
} as const;

/** Sizes are bytes on the wire (text after brotli), times are milliseconds. */
export interface Budget {
  direction: 'at most' | 'at least';
  value: number;
}

/** One figure of the bench: its name, how it is printed, and its budget. */
export interface Figure {
  /** Unique, in Markdown. */
  name: string;
  unit: keyof typeof units;
  /** Overrides the digits after the point that the unit has. */
  decimals?: number;
  budget?: Budget | undefined;
}

export type Figures<Key extends string = string> = Record<Key, Figure>;

export interface Measured extends Figure {
  value: number;
  /** The page where it was measured, if the name is about several. */
  at?: string | undefined;
}

export const sizeOf = ({ unit }: Figure): number => units[unit].size;

/** Rounds against the figure (up, or down for a minimum), so that rounding never hides a miss. */
export function printed(figure: Figure, value: number): string {
  const { unit, decimals = units[unit].decimals, budget } = figure;
  const step = 10 ** decimals;
  // Without this, binary fractions turn 1.1 into slightly more than 1.1 and round it up.
  const steps = Number(((value / units[unit].size) * step).toFixed(6));
  const rounded = (budget?.direction === 'at least' ? Math.floor : Math.ceil)(steps) / step;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${rounded.toLocaleString('en-US', digits)} ${unit}`.trimEnd();
}

export const printedBudget = (figure: Figure): string =>
  figure.budget ? `${figure.budget.direction} ${printed(figure, figure.budget.value)}` : '';

/** How a figure misses its budget; undefined if it meets it or has none. */
export function missed({ value, budget }: Measured): 'over' | 'under' | undefined {
  if (budget?.direction === 'at most' && value > budget.value) return 'over';
  if (budget?.direction === 'at least' && value < budget.value) return 'under';
  return undefined;
}

/** Each declared figure with the value of its key, without those that could not be measured. */
export function measured<Key extends string>(
  declared: Partial<Figures<Key>>,
  values: Record<Key, number | undefined>,
): Measured[] {
  return Object.entries<Figure | undefined>(declared).flatMap(([key, figure]) => {
    const value = values[key as Key];
    return figure && value !== undefined && Number.isFinite(value) ? [{ ...figure, value }] : [];
  });
}

/** The figure of the page that is worst at it. */
export const worst = <T extends { path: string }>(
  figure: Figure,
  pages: readonly T[],
  value: (page: T) => number,
): Measured[] =>
  pages
    .map((it) => ({ ...figure, value: value(it), at: it.path }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 1);

/** One sentence for each figure that misses its budget. */
export const failures = (figures: readonly Measured[]): string[] =>
  figures.filter(missed).map((it) => {
    const where = it.at ? ` on ${it.at}` : '';
    return `${it.name}: ${printed(it, it.value)}${where}, and the budget is ${printedBudget(it)}.`;
  });
