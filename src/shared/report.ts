import * as z from 'zod/mini';
import { answerWithin, businessDayMs, dayAt } from './company-time.ts';

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

/** Anybody can make up the name of a campaign, so a report names no more than these, the biggest ones. */
export const adsInReport = 25;

/** One month's figures. They count no trial leads, and leads held as spam only as such. */
export const reportSchema = z.object({
  month: z.string(),
  /** The leads of each day of the month. */
  days: z.array(count),
  /** By the industry's value. */
  industries: z.record(z.string(), count),
  sources: z.record(z.string(), count),
  /** Delivered at the first try. */
  first_try: count,
  /** Answered in less than each of `answerSteps`, so each step includes the one before. */
  answered: z.array(count),
  held: count,
  /** By source and campaign of the advertisement, the most leads first. Erased leads don't count here. */
  ads: z.array(z.object({ name: z.string(), leads: count })),
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

export const daysIn = (month: string): number =>
  (Date.parse(monthsAfter(month, 1)) - Date.parse(month)) / (24 * hourMs);
