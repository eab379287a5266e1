/** One figure of the bench: what it is called, how it is printed, and what it has to be. */
import type { Budget } from './budgets.ts';

/** As printed, with how much of what is measured makes one, and the digits after the point. */
const units = {
  KB: { size: 1024, decimals: 1 },
  MB: { size: 1024 * 1024, decimals: 0 },
  bytes: { size: 1, decimals: 0 },
  ms: { size: 1, decimals: 0 },
  times: { size: 1, decimals: 2 },
  'a second': { size: 1, decimals: 0 },
  points: { size: 1, decimals: 0 },
  /** Counts and shares. */
  '': { size: 1, decimals: 0 },
} as const;

export const unitNames = Object.keys(units).filter(Boolean);

export interface Figure {
  /** Unique, in Markdown. */
  name: string;
  unit: keyof typeof units;
  /** Where the unit's own would say too much or too little. */
  decimals?: number;
  budget?: Budget | undefined;
}

export interface Measured extends Figure {
  value: number;
  /** Where it was found, if the name speaks of several pages. */
  at?: string | undefined;
}

export const sizeOf = ({ unit }: Figure): number => units[unit].size;

/** Rounded up, or down where a budget is a least, so that no figure keeps it by being printed. */
export function printed(figure: Figure, value: number): string {
  const { unit, decimals = units[unit].decimals, budget } = figure;
  const step = 10 ** decimals;
  // The detour keeps 1.1 from being a little more than 1.1.
  const steps = Number(((value / units[unit].size) * step).toFixed(6));
  const rounded = (budget?.direction === 'at least' ? Math.floor : Math.ceil)(steps) / step;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${rounded.toLocaleString('en-US', digits)} ${unit}`.trimEnd();
}

export const printedBudget = (figure: Figure): string =>
  figure.budget ? `${figure.budget.direction} ${printed(figure, figure.budget.value)}` : '';

/** How a figure misses its budget; undefined where it keeps it, or has none. */
export function missed({ value, budget }: Measured): 'over' | 'under' | undefined {
  if (budget?.direction === 'at most' && value > budget.value) return 'over';
  if (budget?.direction === 'at least' && value < budget.value) return 'under';
  return undefined;
}

/** Each declared figure with the value of its key; one that could not be measured is left out. */
export function measured<Key extends string>(
  declared: Partial<Record<Key, Figure>>,
  values: Record<Key, number | undefined>,
): Measured[] {
  return Object.entries<Figure | undefined>(declared).flatMap(([key, figure]) => {
    const value = values[key as Key];
    return figure && value !== undefined && Number.isFinite(value) ? [{ ...figure, value }] : [];
  });
}
