import * as z from 'zod/mini';
import { adNameOf } from '../../src/shared/attribution.ts';
import { businessMs, dayAt } from '../../src/shared/company-time.ts';
import { sources } from '../../src/shared/fields.ts';
import {
  lostReasons,
  notALeadReasons,
  outcomes,
  type Outcome,
} from '../../src/shared/follow-up-schema.ts';
import { isObject } from '../../src/shared/json.ts';
import { isKnownIndustry, knownIndustries, otherIndustry } from '../../src/shared/pricing.ts';
import {
  adsInReport,
  answerSteps,
  daysIn,
  emptyTally,
  type Report,
  type SpentOn,
} from '../../src/shared/report.ts';
import {
  askedToStop,
  attemptsKept,
  isSuccess,
  submissionItemSchema,
} from '../../src/shared/submission.ts';
import { isEarlierDispute, isEarlierTest, withoutEarlierStates } from './earlier-states.ts';

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
  /** Missing while it is open. */
  outcome: z.optional(z.object({ state: z.enum(outcomes), reason: z.optional(z.string()) })),
});

type Figures = z.infer<typeof figuresSchema>;

const countedSchema = z.pick(submissionItemSchema, {
  created_at: true,
  delivery: true,
  industry: true,
  source: true,
  attempts: true,
  answered: true,
  attribution: true,
  outcome: true,
});

/** The fields of a lead that a report reads. */
export const countedFields = [...Object.keys(countedSchema.shape), 'test'];

function figuresOf(lead: z.infer<typeof countedSchema>): Figures {
  const { created_at, delivery, industry, source, attempts, answered, outcome } = lead;
  const came = Date.parse(created_at);
  const took = answered ? businessMs(came, Date.parse(answered.at)) : Infinity;
  const step = answerSteps.findIndex((it) => took < it);
  const [first] = attempts;
  return {
    day: dayAt(came),
    // A person who asked not to be contacted sent a lead nevertheless.
    held: delivery.state === 'held' && delivery.reasons.some((it) => it !== askedToStop),
    industry: reportedIndustry(industry),
    source,
    // With the most attempts that are kept, the first one may be gone.
    first_try: first !== undefined && attempts.length < attemptsKept && isSuccess(first),
    answered_within: step === -1 ? null : step,
    ...(outcome && { outcome: categoryOf(outcome) }),
  };
}

/** Without the dollars and the words of the outcome, and without who noted it. */
function categoryOf(outcome: Outcome): Figures['outcome'] {
  const { state } = outcome;
  return 'reason' in outcome ? { state, reason: reportedReason(outcome.reason) } : { state };
}

const reasons = [...Object.keys(lostReasons), ...Object.keys(notALeadReasons)];

/** Any text may be stored as a reason, and somebody's name must not stay. */
const reportedReason = (reason = 'other'): string => (reasons.includes(reason) ? reason : 'other');

/** All that a report counts of a stored lead, or of the tombstone of one. */
interface Counts {
  figures: Figures;
  amount: number;
  /** A tombstone has no advertisement, because the name of one may say something about the person. */
  ad?: string | undefined;
}

/** Undefined for an earlier test or dispute, which count nowhere, and for a damaged record. */
function countsIn(stored: unknown): Counts | undefined {
  if (isObject(stored) && 'figures' in stored) {
    const { data: figures } = figuresSchema.safeParse(stored['figures']);
    return figures && { figures, amount: 0 };
  }
  const { data: lead } = countedSchema.safeParse(withoutEarlierStates(stored));
  if (!lead || isEarlierTest(stored) || isEarlierDispute(lead)) return undefined;
  const { outcome, attribution } = lead;
  const amount = (outcome?.state === 'won' && outcome.amount) || 0;
  return { figures: figuresOf(lead), amount, ad: adNameOf(attribution ?? {}) };
}

/** The figures of a stored lead, for its tombstone. Decision 0029. */
export const figuresIn = (stored: unknown): Figures | undefined => countsIn(stored)?.figures;

const reportedIndustry = (industry: string): string =>
  isKnownIndustry(industry) ? industry : otherIndustry.value;

const inEach = (names: readonly string[]) =>
  Object.fromEntries(names.map((it) => [it, emptyTally()]));

export const emptyReport = (month: string): Report => ({
  month,
  days: Array.from({ length: daysIn(month) }, () => 0),
  total: emptyTally(),
  industries: inEach(knownIndustries().map(({ value }) => value)),
  // An import may bring any text as a source, such as “__proto__”.
  sources: Object.assign(Object.create(null) as object, inEach(sources)),
  first_try: 0,
  answered: Array.from({ length: answerSteps.length + 1 }, emptyTally),
  held: 0,
  ads: [],
});

type Ad = Report['ads'][number];

/** Counts what a month has in the store: leads, and tombstones of erased ones. */
export function countMonth(
  month: string,
  stored: readonly unknown[],
  spent: readonly SpentOn[] = [],
): Report {
  const report = emptyReport(month);
  // A campaign may have cost something, and have brought no leads.
  const ads = new Map<string, Ad>(
    spent.map((it) => [it.campaign, { name: it.campaign, ...emptyTally(), spent: it.dollars }]),
  );
  for (const it of stored.flatMap((it) => countsIn(it) ?? [])) count(it, report, ads);
  report.ads = [...ads.values()]
    .toSorted((a, b) => b.leads - a.leads || (a.name < b.name ? -1 : 1))
    .filter((it, i) => i < adsInReport || it.spent !== undefined);
  return report;
}

function count({ figures, amount, ad }: Counts, report: Report, ads: Map<string, Ad>): void {
  const { day, held, source, first_try, answered_within, outcome } = figures;
  if (held) {
    report.held += 1;
    return;
  }
  if (ad !== undefined && !ads.has(ad)) ads.set(ad, { name: ad, ...emptyTally() });
  const tallies = [
    report.total,
    report.industries[reportedIndustry(figures.industry)],
    (report.sources[source] ??= emptyTally()),
    report.answered[answered_within ?? answerSteps.length],
    ad === undefined ? undefined : ads.get(ad),
  ].filter((it) => it !== undefined);
  if (outcome?.state === 'not-a-lead') {
    for (const it of tallies) it.not_leads += 1;
    return;
  }
  for (const it of tallies) {
    it.leads += 1;
    if (answered_within === 0) it.soon += 1;
    if (outcome?.state === 'won') it.won += 1;
    // A sum of cents isn't exact in binary.
    it.amount = Math.round((it.amount + amount) * 100) / 100;
    if (outcome?.state !== 'lost') continue;
    it.lost += 1;
    const reason = reportedReason(outcome.reason);
    it.reasons[reason] = (it.reasons[reason] ?? 0) + 1;
  }
  const date = Number(day.slice(8));
  report.days[date - 1] = (report.days[date - 1] ?? 0) + 1;
  if (first_try) report.first_try += 1;
}

/** More leads than come in a month, or are won. */
export const mostInMonth = 20_000;
