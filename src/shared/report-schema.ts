import * as z from 'zod/mini';
import { atMost } from './at-most.ts';
import { adNameLimit } from './attribution.ts';
import { answerWithin, businessDayMs, dayAt, startOfDay } from './company-time.ts';
import { amountLimit } from './follow-up-schema.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The report counts the answers within each of these business times. */
export const answerSteps = [
  answerWithin,
  15 * minuteMs,
  hourMs,
  4 * hourMs,
  businessDayMs,
] as const;

const count = z.number();

export const reportBy = ['campaign', 'industry', 'source', 'answered'] as const;

export type ReportBy = (typeof reportBy)[number];

/** A campaign or a source can be any text, so a report keeps only the rows with the most leads. */
export const rowsInReport = 25;

/** The maximum number of leads that are read for a month's report or ad file. */
export const mostInMonth = 20_000;

/** Outcomes of a group of leads. Leads that turned out not to be leads count only in `not_leads`. */
const tallySchema = z.object({
  leads: count,
  /** Answered within the first of `answerSteps`. */
  soon: count,
  won: count,
  /** Revenue in dollars. Erased leads count without theirs. */
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

/** In cents, because decimals aren't exact in binary. */
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

/** A campaign's ad cost in a month, as an admin entered it. */
export const spentOnSchema = z.object({
  campaign: z
    .string(aboutCampaign)
    .check(z.trim(), z.minLength(1, aboutCampaign), atMost(adNameLimit, aboutCampaign)),
  dollars: dollarsSchema,
});

export type SpentOn = z.infer<typeof spentOnSchema>;

export const campaignsLimit = 200;

/** With the ad cost of these leads, if an admin has entered it. */
const costingSchema = z.extend(tallySchema, { spent: z.optional(count) });

/** A month in figures. Leads that are held as spam count only as held. */
export const reportSchema = z.object({
  month: z.string(),
  /** The number of leads on each day of the month. */
  days: z.array(count),
  total: costingSchema,
  /** Delivered at the first attempt. */
  first_try: count,
  held: count,
  /** Whether the month has more leads than `mostInMonth`. */
  is_partial: z.boolean(),
  by: z.enum(reportBy),
  /** Rows with the most leads first; grouped by answer, in the order of the steps. */
  rows: z.array(
    z.extend(costingSchema, {
      /**
       * Depends on the grouping: a campaign in the form of `adNameOf`, the value of an industry or a
       * source, or the index in `answerSteps` of the first step that the answer came within. The index
       * after the last one means later or never. Null: all other leads.
       */
      name: z.nullable(z.string()),
    }),
  ),
});

export type Report = z.infer<typeof reportSchema>;

/** Only months of this millennium, as with days. */
export const isMonth = (text: string): boolean => /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(text);

/** For example 2026-11, in the company's time zone. */
export const monthAt = (time: number): string => dayAt(time).slice(0, 7);

export function monthsAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** The first moment of the month (inclusive), and that of the next month (exclusive). */
export const timesOf = (month: string): [from: string, to: string] => [
  startOfDay(`${month}-01`).toISOString(),
  startOfDay(`${monthsAfter(month, 1)}-01`).toISOString(),
];

export const daysIn = (month: string): number =>
  (Date.parse(monthsAfter(month, 1)) - Date.parse(month)) / (24 * hourMs);
