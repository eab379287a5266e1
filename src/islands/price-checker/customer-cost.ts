/** What a customer costs, calculated with the visitor's own numbers. */

/** The visitor says how many of ten leads are won, and the first month is these ten. */
const leads = 10;

export const mostDollars = 1_000_000;

/** Reads dollars as people write them: 1200, 1,200 or $1,200.50. Undefined for anything else. */
export function worthIn(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\$? ?(\d{1,3}(,\d{3})+|\d+)(\.\d{0,2})?$/.test(text)) return undefined;
  const amount = Number(text.replaceAll(/[$, ]/g, ''));
  return amount > 0 && amount <= mostDollars ? amount : undefined;
}

/** How many of ten leads are won: a whole number from 0 to 10. Undefined for anything else. */
export function winsIn(typed: string): number | undefined {
  const text = typed.trim();
  return /^\d{1,2}$/.test(text) && Number(text) <= leads ? Number(text) : undefined;
}

interface CustomerCost {
  /** Of one customer. */
  cost: number;
  /** The worth of a job minus `cost`. Negative if a customer costs more than a job brings. */
  left: number;
  /** How many leads it takes until the won jobs have brought in the price of ten. Undefined unless something is left. */
  paidAfter: number | undefined;
}

/** In dollars. `won` of ten leads become customers; it is at least 1. */
export function customerCost(price: number, worth: number, won: number): CustomerCost {
  // Whole dollars, unless the worth of a job has cents. `left` is calculated with the rounded cost, so that the
  // printed amounts add up.
  const unit = Number.isInteger(worth) ? 1 : 100;
  const month = price * leads * unit;
  const cost = Math.round(month / won) / unit;
  const left = Math.round((worth - cost) * unit) / unit;
  const jobs = Math.ceil(month / Math.round(worth * unit));
  return { cost, left, paidAfter: left > 0 ? Math.ceil((jobs * leads) / won) : undefined };
}
