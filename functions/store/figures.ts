import * as z from 'zod/mini';
import { businessMs, dayAt } from '../../src/shared/company-time.ts';
import { sources } from '../../src/shared/fields.ts';
import { otherIndustry, type PricedSlug } from '../../src/shared/pricing.ts';
import { answerSteps, daysIn, type Report } from '../../src/shared/report.ts';
import { attemptsKept, isSuccess, type SubmissionItem } from '../../src/shared/submission.ts';

/**
 * The industries that the report counts, each with its place in Firestore's sums. Leads are stored with
 * these places: give a new industry the next one, and never change or reuse one.
 */
export const industryPlaces: Record<PricedSlug | 'other', number> = {
  cleaning: 0,
  landscaping: 1,
  concrete: 2,
  roofing: 3,
  fencing: 4,
  remodeling: 5,
  junk: 6,
  painting: 7,
  pool: 8,
  hvac: 9,
  medical: 10,
  legal: 11,
  'tree-service': 12,
  other: 13,
};

/**
 * The part of a lead that the report counts. It stays when the lead is erased, so it has only categories, and
 * nothing that the person wrote.
 */
export const figuresSchema = z.object({
  /** When it came, in the company's time zone. */
  day: z.string(),
  held: z.boolean(),
  industry: z.string(),
  source: z.enum(sources),
  first_try: z.boolean(),
  /** The first of `answerSteps` that the answer came within; null if it was later or isn't there. */
  answered_within: z.nullable(z.number()),
});

export type Figures = z.infer<typeof figuresSchema>;

type Counted = Pick<
  SubmissionItem,
  'created_at' | 'delivery' | 'industry' | 'source' | 'attempts' | 'answered'
>;

export function figuresOf(lead: Counted): Figures {
  const { created_at, delivery, industry, source, attempts, answered } = lead;
  const came = Date.parse(created_at);
  const took = answered ? businessMs(came, Date.parse(answered.at)) : Infinity;
  const step = answerSteps.findIndex((it) => took < it);
  const [first] = attempts;
  return {
    day: dayAt(came),
    held: delivery.state === 'held',
    industry: Object.hasOwn(industryPlaces, industry) ? industry : otherIndustry.value,
    source,
    // With the most attempts that are kept, the first one may be gone.
    first_try: first !== undefined && attempts.length < attemptsKept && isSuccess(first),
    answered_within: step === -1 ? null : step,
  };
}

export const emptyReport = (month: string): Report => ({
  month,
  days: Array.from({ length: daysIn(month) }, () => 0),
  industries: Object.fromEntries(Object.keys(industryPlaces).map((it) => [it, 0])),
  sources: Object.fromEntries(sources.map((it) => [it, 0])),
  first_try: 0,
  answered: answerSteps.map(() => 0),
  held: 0,
  ads: [],
});

/** Adds this many leads that all have these figures. */
export function addTo(report: Report, figures: Partial<Figures>, leads: number): void {
  if (figures.held) {
    report.held += leads;
    return;
  }
  const { day, industry, source, first_try, answered_within } = figures;
  if (day !== undefined) add(report.days, Number(day.slice(8)) - 1, leads);
  if (industry !== undefined) add(report.industries, industry, leads);
  if (source !== undefined) add(report.sources, source, leads);
  if (first_try) report.first_try += leads;
  for (const [step] of answerSteps.entries()) {
    if (step >= (answered_within ?? Infinity)) add(report.answered, step, leads);
  }
}

/** The order of the report's advertisements. */
export const byLeads = (one: Report['ads'][number], other: Report['ads'][number]): number =>
  other.leads - one.leads || (one.name < other.name ? -1 : 1);

function add<K extends string | number>(counts: Record<K, number>, key: K, leads: number): void {
  counts[key] += leads;
}
