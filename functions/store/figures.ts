import * as z from 'zod/mini';
import { adNameOf } from '../../src/shared/attribution.ts';
import { businessMs, dayAt } from '../../src/shared/company-time.ts';
import { disputeSource } from '../../src/shared/fields.ts';
import {
  lostReasons,
  notALeadReasons,
  outcomes,
  type Outcome,
} from '../../src/shared/follow-up.ts';
import { isObject } from '../../src/shared/json.ts';
import { isKnownIndustry, otherIndustry } from '../../src/shared/pricing.ts';
import { answerSteps } from '../../src/shared/report.ts';
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
  /** Missing while it is open. */
  outcome: z.optional(z.object({ state: z.enum(outcomes), reason: z.optional(z.string()) })),
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
    outcome: true,
  }),
  { test: z.optional(z.literal(true)) },
);

type Counted = z.infer<typeof countedSchema>;

/** The fields of a lead that a report reads. */
export const countedFields = Object.keys(countedSchema.shape);

function figuresOf(lead: Counted): Figures {
  const { created_at, delivery, industry, source, attempts, answered, outcome } = lead;
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
export const reportedReason = (reason = 'other'): string =>
  reasons.includes(reason) ? reason : 'other';

/** All that a report counts of a stored lead, or of the tombstone of one. */
export interface Counts {
  figures: Figures;
  amount: number;
  /** A tombstone has no advertisement, because the name of one may say something about the person. */
  ad?: string | undefined;
}

/** Undefined for a trial lead and a dispute, which count nowhere, and for a damaged record. */
export function countsIn(stored: unknown): Counts | undefined {
  if (isObject(stored) && 'figures' in stored) {
    const { data: figures } = figuresSchema.safeParse(stored['figures']);
    return figures && { figures, amount: 0 };
  }
  const { data: lead } = countedSchema.safeParse(stored);
  if (!lead || lead.test || lead.source === disputeSource) return undefined;
  const { outcome, attribution } = lead;
  const amount = (outcome?.state === 'won' && outcome.amount) || 0;
  return { figures: figuresOf(lead), amount, ad: adNameOf(attribution ?? {}) };
}

/** The figures of a stored lead, for its tombstone. Decision 0029. */
export const figuresIn = (stored: unknown): Figures | undefined => countsIn(stored)?.figures;

export const reportedIndustry = (industry: string): string =>
  isKnownIndustry(industry) ? industry : otherIndustry.value;
