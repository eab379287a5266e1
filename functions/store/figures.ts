import * as z from 'zod/mini';
import { adNameOf } from '../../src/shared/attribution.ts';
import { businessMs, dayAt } from '../../src/shared/company-time.ts';
import {
  lostReasons,
  notALeadReasons,
  outcomes,
  type Outcome,
} from '../../src/shared/follow-up-schema.ts';
import { isObject } from '../../src/shared/json.ts';
import { isKnownIndustry, otherIndustry } from '../../src/shared/pricing.ts';
import {
  answerSteps,
  mostInMonth,
  daysIn,
  emptyTally,
  reportBy,
  rowsInReport,
  sumOf,
  type Report,
  type ReportBy,
  type SpentOn,
  type Tally,
} from '../../src/shared/report-schema.ts';
import {
  askedToStop,
  attemptsKept,
  isSuccess,
  listUnreadable,
  submissionItemSchema,
} from '../../src/shared/submission.ts';
import { isEarlierDispute, isEarlierTest, withoutEarlierStates } from './earlier-states.ts';

/** The part of a lead that a report counts. It stays after an erasure, so it has categories and no visitor text. */
export const figuresSchema = z.object({
  /** Day of arrival, in the company's time zone. */
  day: z.string(),
  /** Held as spam. */
  held: z.boolean(),
  industry: z.string(),
  source: z.string(),
  first_try: z.boolean(),
  /** Index of the first of `answerSteps` that the answer kept. Null if it was later, or if there is none. */
  answered_within: z.nullable(z.number()),
  /** Missing while the lead is open. */
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

/** Includes `test`, which marks the tests of earlier versions. */
export const countedFields = [...Object.keys(countedSchema.shape), 'test'];

/** The do-not-contact list holds leads of real people. Any other reason means suspected spam. */
const listReasons: readonly string[] = [askedToStop, listUnreadable];

function figuresOf(lead: z.infer<typeof countedSchema>): Figures {
  const { created_at, delivery, industry, source, attempts, answered, outcome } = lead;
  const arrivedAt = Date.parse(created_at);
  const waitMs = answered ? businessMs(arrivedAt, Date.parse(answered.at)) : Infinity;
  const step = answerSteps.findIndex((limit) => waitMs < limit);
  const [first] = attempts;
  return {
    day: dayAt(arrivedAt),
    held:
      delivery.state === 'held' && delivery.reasons.some((reason) => !listReasons.includes(reason)),
    industry: reportedIndustry(industry),
    source,
    // With the maximum of attempts, the first one may be gone.
    first_try: first !== undefined && attempts.length < attemptsKept && isSuccess(first),
    answered_within: step === -1 ? null : step,
    ...(outcome && { outcome: categoryOf(outcome) }),
  };
}

/** Without the amount, the words and the author of the outcome. */
function categoryOf(outcome: Outcome): Figures['outcome'] {
  const { state } = outcome;
  return 'reason' in outcome ? { state, reason: reportedReason(outcome.reason) } : { state };
}

const reasons = [...Object.keys(lostReasons), ...Object.keys(notALeadReasons)];

/** Any text may be stored as a reason, and a name must not outlive the lead. */
const reportedReason = (reason = 'other'): string => (reasons.includes(reason) ? reason : 'other');

interface Counts {
  figures: Figures;
  amount: number;
  /** Missing for a tombstone, because the name of an ad may say something about the person. */
  ad?: string | undefined;
}

/** Undefined for earlier tests and disputes, which count nowhere, and for damaged records. */
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

/** For the tombstone of a lead. Decision 0029. */
export const figuresIn = (stored: unknown): Figures | undefined => countsIn(stored)?.figures;

const reportedIndustry = (industry: string): string =>
  isKnownIndustry(industry) ? industry : otherIndustry.value;

/** The counts of a month, for every choice of rows. */
interface CountedMonth extends Pick<
  Report,
  'month' | 'days' | 'first_try' | 'held' | 'is_partial'
> {
  total: Tally;
  by: Record<ReportBy, Map<string | null, Tally>>;
}

const rowNames: Record<ReportBy, (lead: Counts) => string | null> = {
  campaign: ({ ad }) => ad ?? null,
  industry: ({ figures }) => reportedIndustry(figures.industry),
  source: ({ figures }) => figures.source,
  answered: ({ figures }) => String(figures.answered_within ?? answerSteps.length),
};

export function countMonth(month: string, stored: readonly unknown[]): CountedMonth {
  const counted: CountedMonth = {
    month,
    days: Array.from({ length: daysIn(month) }, () => 0),
    total: emptyTally(),
    first_try: 0,
    held: 0,
    is_partial: stored.length > mostInMonth,
    by: {
      campaign: new Map(),
      industry: new Map(),
      source: new Map(),
      // Each step has a row, even without leads.
      answered: new Map([...answerSteps, null].map((_, i) => [String(i), emptyTally()])),
    },
  };
  for (const lead of stored.slice(0, mostInMonth).flatMap((value) => countsIn(value) ?? []))
    count(lead, counted);
  return counted;
}

function count(lead: Counts, counted: CountedMonth): void {
  const { day, held, first_try } = lead.figures;
  if (held) {
    counted.held += 1;
    return;
  }
  const tally = tallyOf(lead);
  add(counted.total, tally);
  for (const by of reportBy) {
    const rows = counted.by[by];
    const name = rowNames[by](lead);
    const row = rows.get(name) ?? emptyTally();
    rows.set(name, row);
    add(row, tally);
  }
  if (tally.not_leads > 0) return;
  const date = Number(day.slice(8));
  counted.days[date - 1] = (counted.days[date - 1] ?? 0) + 1;
  if (first_try) counted.first_try += 1;
}

function tallyOf({ figures: { answered_within, outcome }, amount }: Counts): Tally {
  if (outcome?.state === 'not-a-lead') return { ...emptyTally(), not_leads: 1 };
  const isLost = outcome?.state === 'lost';
  return {
    leads: 1,
    soon: Number(answered_within === 0),
    won: Number(outcome?.state === 'won'),
    amount,
    lost: Number(isLost),
    reasons: isLost ? { [reportedReason(outcome.reason)]: 1 } : {},
    not_leads: 0,
  };
}

const counts = ['leads', 'soon', 'won', 'lost', 'not_leads'] as const;

function add(sum: Tally, tally: Tally): void {
  for (const name of counts) sum[name] += tally[name];
  sum.amount = sumOf([sum.amount, tally.amount]);
  for (const [reason, count] of Object.entries(tally.reasons))
    sum.reasons[reason] = (sum.reasons[reason] ?? 0) + count;
}

export function reportOf(counted: CountedMonth, by: ReportBy, spent: readonly SpentOn[]): Report {
  const { total, by: all, ...month } = counted;
  const known = spent.map(({ dollars }) => dollars);
  return {
    ...month,
    total: { ...total, spent: known.length > 0 ? sumOf(known) : undefined },
    by,
    rows: by === 'answered' ? inOrder(all[by]) : rowsOf(all[by], by === 'campaign' ? spent : []),
  };
}

type Row = Report['rows'][number];

const inOrder = (tallies: ReadonlyMap<string | null, Tally>): Row[] =>
  [...tallies].map(([name, tally]) => ({ name, ...tally }));

/** Names the rows with the most leads, and all rows with costs. The last row has all other leads. */
function rowsOf(tallies: ReadonlyMap<string | null, Tally>, spent: readonly SpentOn[]): Row[] {
  const costs = new Map<string | null, number>(spent.map((cost) => [cost.campaign, cost.dollars]));
  const all = [...new Set([...tallies.keys(), ...costs.keys()])]
    .map((name) => ({
      name,
      ...(tallies.get(name) ?? emptyTally()),
      spent: costs.get(name),
    }))
    .toSorted((a, b) => b.leads - a.leads || (String(a.name) < String(b.name) ? -1 : 1));
  const rows: Row[] = [];
  const rest = { name: null, ...emptyTally() };
  for (const row of all) {
    const isNamed = row.name !== null && (rows.length < rowsInReport || row.spent !== undefined);
    if (isNamed) rows.push(row);
    else add(rest, row);
  }
  return rest.leads + rest.not_leads > 0 ? [...rows, rest] : rows;
}
