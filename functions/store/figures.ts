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

/**
 * The part of a lead that the report counts. It stays when the lead is erased, so it has only categories, and
 * nothing that the person wrote.
 */
export const figuresSchema = z.object({
  /** When it came, in the company's time zone. */
  day: z.string(),
  /** As spam. */
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

/** The do-not-contact list holds a lead that somebody sent. Any other reason means that it looks like spam. */
const ofTheList: readonly string[] = [askedToStop, listUnreadable];

function figuresOf(lead: z.infer<typeof countedSchema>): Figures {
  const { created_at, delivery, industry, source, attempts, answered, outcome } = lead;
  const came = Date.parse(created_at);
  const took = answered ? businessMs(came, Date.parse(answered.at)) : Infinity;
  const step = answerSteps.findIndex((it) => took < it);
  const [first] = attempts;
  return {
    day: dayAt(came),
    held: delivery.state === 'held' && delivery.reasons.some((it) => !ofTheList.includes(it)),
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

/** What is counted of a month, whichever rows somebody wants to see. */
interface CountedMonth extends Pick<
  Report,
  'month' | 'days' | 'first_try' | 'held' | 'is_partial'
> {
  total: Tally;
  by: Record<ReportBy, Map<string | null, Tally>>;
}

const rowNames: Record<ReportBy, (it: Counts) => string | null> = {
  campaign: ({ ad }) => ad ?? null,
  industry: ({ figures }) => reportedIndustry(figures.industry),
  source: ({ figures }) => figures.source,
  answered: ({ figures }) => String(figures.answered_within ?? answerSteps.length),
};

/** Counts what a month has in the store: leads, and tombstones of erased ones. */
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
      // Each step has a row, also without leads.
      answered: new Map([...answerSteps, null].map((_, i) => [String(i), emptyTally()])),
    },
  };
  for (const it of stored.slice(0, mostInMonth).flatMap((it) => countsIn(it) ?? []))
    count(it, counted);
  return counted;
}

function count(it: Counts, counted: CountedMonth): void {
  const { day, held, first_try } = it.figures;
  if (held) {
    counted.held += 1;
    return;
  }
  const tally = tallyOf(it);
  add(counted.total, tally);
  for (const by of reportBy) {
    const rows = counted.by[by];
    const name = rowNames[by](it);
    const row = rows.get(name) ?? emptyTally();
    rows.set(name, row);
    add(row, tally);
  }
  if (tally.not_leads > 0) return;
  const date = Number(day.slice(8));
  counted.days[date - 1] = (counted.days[date - 1] ?? 0) + 1;
  if (first_try) counted.first_try += 1;
}

/** One lead. */
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

function add(to: Tally, more: Tally): void {
  for (const it of counts) to[it] += more[it];
  to.amount = sumOf([to.amount, more.amount]);
  for (const [reason, count] of Object.entries(more.reasons))
    to.reasons[reason] = (to.reasons[reason] ?? 0) + count;
}

/** The report that shows these rows, with what the month's ads cost. */
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

/** Names those with the most leads, and all that cost something. The last row has all other leads. */
function rowsOf(tallies: ReadonlyMap<string | null, Tally>, spent: readonly SpentOn[]): Row[] {
  const costs = new Map<string | null, number>(spent.map((it) => [it.campaign, it.dollars]));
  const all = [...new Set([...tallies.keys(), ...costs.keys()])]
    .map((name) => ({
      name,
      ...(tallies.get(name) ?? emptyTally()),
      spent: costs.get(name),
    }))
    .toSorted((a, b) => b.leads - a.leads || (String(a.name) < String(b.name) ? -1 : 1));
  const rows: Row[] = [];
  const rest = { name: null, ...emptyTally() };
  for (const it of all) {
    const isNamed = it.name !== null && (rows.length < rowsInReport || it.spent !== undefined);
    if (isNamed) rows.push(it);
    else add(rest, it);
  }
  return rest.leads + rest.not_leads > 0 ? [...rows, rest] : rows;
}
