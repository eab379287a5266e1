/** What a customer costs, calculated with the visitor's own numbers. */
import { dollarsIn } from '../../shared/pricing.ts';

/** The visitor says how many of ten leads are won, and the first month is these ten. */
const leads = 10;

export const mostDollars = 1_000_000;

/** Undefined if the text isn't an amount of dollars within the limit. */
export function worthIn(typed: string): number | undefined {
  const amount = dollarsIn(typed);
  return amount && amount <= mostDollars ? amount : undefined;
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
