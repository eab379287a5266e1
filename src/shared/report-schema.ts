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

/** What the rows of a report can be by. */
export const reportBy = ['campaign', 'industry', 'source', 'answered'] as const;

export type ReportBy = (typeof reportBy)[number];

/** Any text can come as a campaign or a source, so a report names only this many, those with the most leads. */
export const rowsInReport = 25;

/** How many leads of a month are read: for a report, or for the file for an ad network. */
export const mostInMonth = 20_000;

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

/** In cents, because a sum of decimals isn't exact in binary. */
export const sumOf = (dollars: readonly number[]): number =>
  dollars.reduce((sum, it) => sum + Math.round(it * 100), 0) / 100;

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

/** With what the ads of these leads cost, if an admin has entered it. */
const costingSchema = z.extend(tallySchema, { spent: z.optional(count) });

/** A month in figures. Leads that are held as spam count only as held. */
export const reportSchema = z.object({
  month: z.string(),
  /** The leads of each day of the month. */
  days: z.array(count),
  total: costingSchema,
  /** Delivered at the first try. */
  first_try: count,
  held: count,
  /** Whether the month has more leads than `mostInMonth`. */
  is_partial: z.boolean(),
  by: z.enum(reportBy),
  /** With the most leads first; by answer, in the order of the steps. */
  rows: z.array(
    z.extend(costingSchema, {
      /**
       * A campaign as `adNameOf` has it, the value of an industry or a source, or the place in `answerSteps` of the
       * first step that the answer came within, where one more stands for later or never. Null: all other leads.
       */
      name: z.nullable(z.string()),
    }),
  ),
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
