import * as z from 'zod/mini';
import { atMost } from './at-most.ts';
import { adNameLimit } from './attribution.ts';
import { answerWithin, businessDayMs, dayAt, startOfDay } from './company-time.ts';
import { amountLimit } from './follow-up-schema.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The report says how many people were answered in less than each of these, in business hours. */
export const answerSteps = [
  answerWithin,
  15 * minuteMs,
  hourMs,
  4 * hourMs,
  businessDayMs,
] as const;

const count = z.number();

/** Anybody can make up the name of a campaign, so a report names only this many, the biggest ones. */
export const adsInReport = 25;

/** What became of some leads. Those that turned out not to be leads count nowhere else. */
const tallySchema = z.object({
  leads: count,
  /** Answered within the first of `answerSteps`. */
  soon: count,
  won: count,
  /** What the customers brought, in dollars. Erased leads count without theirs. */
  amount: count,
  lost: count,
  /** By the value of the reason. */
  reasons: z.record(z.string(), count),
  not_leads: count,
});

export type Tally = z.infer<typeof tallySchema>;

export const emptyTally = (): Tally => ({
  leads: 0,
  soon: 0,
  won: 0,
  amount: 0,
  lost: 0,
  reasons: {},
  not_leads: 0,
});

const aboutCampaign = `Please name the campaign, with at most ${adNameLimit} characters.`;
const aboutDollars = `Enter dollars from 0 to ${amountLimit.toLocaleString('en-US')}, with at most two decimals.`;
const hasWholeCents = (dollars: number): boolean => dollars === Number(dollars.toFixed(2));

export const dollarsSchema = z
  .number(aboutDollars)
  .check(
    z.gte(0, aboutDollars),
    z.lte(amountLimit, aboutDollars),
    z.refine(hasWholeCents, aboutDollars),
  );

/** What the ads of a campaign cost in a month, as somebody entered it. */
export const spentOnSchema = z.object({
  campaign: z
    .string(aboutCampaign)
    .check(z.trim(), z.minLength(1, aboutCampaign), atMost(adNameLimit, aboutCampaign)),
  dollars: dollarsSchema,
});

export type SpentOn = z.infer<typeof spentOnSchema>;

export const campaignsLimit = 200;

/** One month's figures. Held leads count only as held. */
export const reportSchema = z.object({
  month: z.string(),
  /** The leads of each day of the month. */
  days: z.array(count),
  total: tallySchema,
  /** By the industry's value. */
  industries: z.record(z.string(), tallySchema),
  sources: z.record(z.string(), tallySchema),
  /** Delivered at the first try. */
  first_try: count,
  /** By the first of `answerSteps` that the answer came within. The last counts those answered later or never. */
  answered: z.array(tallySchema),
  held: count,
  /**
   * By source and campaign of the advertisement, the most leads first, and those that cost anything. Erased
   * leads don't count here.
   */
  ads: z.array(z.extend(tallySchema, { name: z.string(), spent: z.optional(count) })),
});

export type Report = z.infer<typeof reportSchema>;

/** Only months of this millennium, as with days. */
export const isMonth = (text: string): boolean => /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(text);

/** The month in the company's time zone, like 2026-11. */
export const monthAt = (time: number): string => dayAt(time).slice(0, 7);

export function monthsAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** When the leads of a month came: from the first time on, and before the second. */
export const timesOf = (month: string): [from: string, to: string] => [
  startOfDay(`${month}-01`).toISOString(),
  startOfDay(`${monthsAfter(month, 1)}-01`).toISOString(),
];

export const daysIn = (month: string): number =>
  (Date.parse(monthsAfter(month, 1)) - Date.parse(month)) / (24 * hourMs);
