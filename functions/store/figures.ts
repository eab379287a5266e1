import * as z from 'zod/mini';
import { adNameOf } from '../../src/shared/attribution.ts';
import { businessMs, dayAt, startOfDay } from '../../src/shared/company-time.ts';
import { sources } from '../../src/shared/fields.ts';
import { otherIndustry, pricedSlugs } from '../../src/shared/pricing.ts';
import {
  adsInReport,
  answerSteps,
  daysIn,
  monthAt,
  monthsAfter,
  type Report,
} from '../../src/shared/report.ts';
import { attemptsKept, isSuccess, submissionItemSchema } from '../../src/shared/submission.ts';

/**
 * The part of a lead that the report counts. It stays when the lead is erased, so it has only categories, and
 * nothing that the person wrote.
 */
export const figuresSchema = z.object({
  /** When it came, in the company's time zone. */
  day: z.string(),
  held: z.boolean(),
  industry: z.string(),
  source: z.string(),
  first_try: z.boolean(),
  /** The first of `answerSteps` that the answer came within; null if it was later or isn't there. */
  answered_within: z.nullable(z.number()),
});

export type Figures = z.infer<typeof figuresSchema>;

const countedSchema = z.extend(
  z.pick(submissionItemSchema, {
    created_at: true,
    delivery: true,
    industry: true,
    source: true,
    attempts: true,
    answered: true,
    attribution: true,
  }),
  { test: z.optional(z.literal(true)) },
);

type Counted = z.infer<typeof countedSchema>;

/** The fields of a lead that a report reads. */
export const countedFields = Object.keys(countedSchema.shape);

/** Undefined for a trial lead, which counts nowhere, and for a damaged one. */
function readCounted(stored: unknown): Counted | undefined {
  const { data } = countedSchema.safeParse(stored);
  return data?.test ? undefined : data;
}

function figuresOf({ created_at, delivery, industry, source, attempts, answered }: Counted) {
  const came = Date.parse(created_at);
  const took = answered ? businessMs(came, Date.parse(answered.at)) : Infinity;
  const step = answerSteps.findIndex((it) => took < it);
  const [first] = attempts;
  return {
    day: dayAt(came),
    held: delivery.state === 'held',
    industry: reportedIndustry(industry),
    source,
    // With the most attempts that are kept, the first one may be gone.
    first_try: first !== undefined && attempts.length < attemptsKept && isSuccess(first),
    answered_within: step === -1 ? null : step,
  };
}

/** The figures of a stored lead, for its tombstone. Decision 0029. */
export function figuresIn(stored: unknown): Figures | undefined {
  const lead = readCounted(stored);
  return lead && figuresOf(lead);
}

const industries: readonly string[] = [...pricedSlugs, otherIndustry.value];

const reportedIndustry = (industry: string): string =>
  industries.includes(industry) ? industry : otherIndustry.value;

export const emptyReport = (month: string): Report => ({
  month,
  days: Array.from({ length: daysIn(month) }, () => 0),
  industries: Object.fromEntries(industries.map((it) => [it, 0])),
  sources: Object.fromEntries(sources.map((it) => [it, 0])),
  first_try: 0,
  answered: answerSteps.map(() => 0),
  held: 0,
  ads: [],
});

/** Counts the leads that a month has in the store, and the figures of those that were erased. */
export function countMonth(
  month: string,
  stored: readonly unknown[],
  erased: readonly unknown[],
): Report {
  const report = emptyReport(month);
  const ads = new Map<string, number>();
  for (const lead of stored.flatMap((it) => readCounted(it) ?? [])) {
    const figures = figuresOf(lead);
    add(report, figures);
    // A tombstone has no advertisement, because the name of one may say something about the person.
    const ad = adNameOf(lead.attribution ?? {});
    if (ad !== undefined && !figures.held) ads.set(ad, (ads.get(ad) ?? 0) + 1);
  }
  for (const it of erased.flatMap((it) => figuresSchema.safeParse(it).data ?? [])) add(report, it);
  report.ads = [...ads]
    .map(([name, leads]) => ({ name, leads }))
    .toSorted((a, b) => b.leads - a.leads || (a.name < b.name ? -1 : 1))
    .slice(0, adsInReport);
  return report;
}

function add(report: Report, figures: Figures): void {
  if (figures.held) {
    report.held += 1;
    return;
  }
  const { day, industry, source, first_try, answered_within } = figures;
  increment(report.days, Number(day.slice(8)) - 1);
  increment(report.industries, reportedIndustry(industry));
  report.sources[source] = (report.sources[source] ?? 0) + 1;
  if (first_try) report.first_try += 1;
  for (const [step] of answerSteps.entries()) {
    if (step >= (answered_within ?? Infinity)) increment(report.answered, step);
  }
}

function increment<K extends string | number>(counts: Record<K, number>, key: K): void {
  counts[key] += 1;
}

/** When the leads of a month came: from the first time on, and before the second. */
export const timesOf = (month: string): [from: string, to: string] => [
  startOfDay(`${month}-01`).toISOString(),
  startOfDay(`${monthsAfter(month, 1)}-01`).toISOString(),
];

/** The first and the last day that figures of this month may have. */
export const daysOf = (month: string): [first: string, last: string] => [
  `${month}-01`,
  `${month}-31`,
];

/** Whether the leads of a month are old: they were answered, delivered and sorted out long ago. */
export const isClosed = (month: string, now: Date): boolean =>
  monthsAfter(month, 1) < monthAt(now.getTime());
