import * as z from 'zod/mini';
import { attributionSchema } from './attribution.ts';
import { consentReceiptSchema } from './consent-receipt.ts';
import type { StoredContact } from './contact.ts';
import { forFields, type FormField, type Row } from './fields.ts';
import { answerSchema, callBackSchema, noteSchema, outcomeSchema } from './follow-up-schema.ts';

const time = z.iso.datetime();

/** When delivery began, if not on arrival: a held lead's delivery begins with its release. */
const since = z.optional(time);

export const deliverySchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), next_attempt_at: time, since }),
  z.object({ state: z.literal('delivered'), at: time }),
  /** Given up: nothing is sent unless an admin resends it. */
  z.object({ state: z.literal('failed'), at: time, since }),
  /** No webhook was set up when the lead arrived. */
  z.object({ state: z.literal('off') }),
  /**
   * Looks like spam, or the person asked not to be contacted: not delivered, and not in the default
   * list.
   */
  z.object({ state: z.literal('held'), reasons: z.array(z.string()) }),
]);

export type Delivery = z.infer<typeof deliverySchema>;

/** The reason to hold a lead of a person who asked not to be contacted. */
export const askedToStop = 'asked-to-stop';

/** How a person asked: on the page /stop, by answering STOP to a text, or through an admin. Older opt-outs may not say. */
export const waysToOptOut = ['stop-page', 'texting-tool', 'admin', 'unknown'] as const;

export const optedOutSchema = z.object({ at: time, how: z.enum(waysToOptOut) });

/** When and how a person asked last. */
export type OptedOut = z.infer<typeof optedOutSchema>;

/** The reason to hold every new lead as long as nobody can tell who is on the do-not-contact list. */
export const listUnreadable = 'list_unreadable';

/** Why a lead can look like spam, in the order that admins see. */
export const spamReasons = [
  'honeypot',
  'too_fast',
  'link_in_name',
  'markup',
  'mostly_links',
  'hidden_link',
  'random_letters',
  'costly_number',
  'same_text',
  'same_phone',
  'same_email',
] as const;

export type SpamReason = (typeof spamReasons)[number];

export type DeliveryState = Delivery['state'];
export const deliveryStates = deliverySchema.def.options.flatMap((it) => it.shape.state.def.values);

/** States that an earlier version stored. Leads are read without them, and entries of the audit log with them. */
export const earlierStates = ['settled', 'dispute'] as const;

/** One try to deliver it. The status is that of the answer, in HTTP or SMTP. Without an answer, it has an error. */
export const attemptSchema = z.object({
  at: time,
  ms: z.number(),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  /** The beginning of the answer, if that was a refusal. */
  answer: z.optional(z.string()),
  /** The admin who asked for it. Missing if the schedule made the attempt. */
  by: z.optional(z.string()),
});

export type Attempt = z.infer<typeof attemptSchema>;

/** Only a 2xx status means that the webhook has the lead. */
export const isSuccess = ({ status = 0 }: Partial<Pick<Attempt, 'status' | 'ms'>>): boolean =>
  status >= 200 && status < 300;

/** A lead keeps this many attempts, the newest ones. */
export const attemptsKept = 20;

/** An earlier request of the same person, and what both have in common. */
const earlierSchema = z.object({
  id: z.string(),
  at: time,
  by: z.enum(['email', 'phone', 'both']),
});

export type Earlier = z.infer<typeof earlierSchema>;

/** A lead names at most this many earlier ones, the newest. */
export const earlierKept = 20;

type Schema<F extends Row> = z.ZodMiniType<StoredContact[F['name']]>;
type FieldShape = {
  [F in Row as F['name']]: F extends { added: string } ? z.ZodMiniOptional<Schema<F>> : Schema<F>;
};

/** Lengths were checked when the lead arrived, and aren't checked again. */
function storedField({ kind, missing, added }: FormField) {
  const text = missing ? z.string() : z.nullable(z.string());
  const words = kind === 'consent' ? z.boolean() : text;
  return added === undefined ? words : z.optional(words);
}

export const submissionItemSchema = z.object({
  id: z.string(),
  ...(forFields(storedField) as FieldShape),
  created_at: time,
  /** One of `sources`. A newer version of the site may have stored another one, which is passed on as it is. */
  source: z.string(),
  delivery: deliverySchema,
  attempts: z.array(attemptSchema),
  consent: consentReceiptSchema,
  answered: z.optional(z.nullable(answerSchema)),
  /** Missing or null: open. */
  outcome: z.optional(z.nullable(outcomeSchema)),
  call_back: z.optional(z.nullable(callBackSchema)),
  /** Newest first. */
  notes: z.optional(z.array(noteSchema)),
  /** Its person asked not to be contacted. Null if an admin allowed contact again. */
  opted_out: z.optional(z.nullable(optedOutSchema)),
  /** Put away by an admin. Its delivery goes on. */
  archived: z.optional(z.boolean()),
  /** Null if the browser said nothing. A lead that was stored before this was asked has no such field. */
  attribution: z.optional(z.nullable(attributionSchema)),
  /** The phone as telephones dial it. Null if it can't be read. */
  phone_e164: z.optional(z.nullable(z.string())),
  /** Oldest first. Missing if there are none, or if it was stored before anybody looked for them. */
  earlier: z.optional(z.array(earlierSchema)),
});

export type SubmissionItem = z.infer<typeof submissionItemSchema>;

/** What came of a test: how the receiver answered. */
export const testDeliverySchema = z.object({
  /** Null if there was no answer. */
  status: z.nullable(z.number()),
  ms: z.number(),
  /** Why there was no answer, or what the receiver said when it refused. */
  error: z.optional(z.string()),
});

export type TestDelivery = z.infer<typeof testDeliverySchema>;

export const submissionsPageSchema = z.object({
  submissions: z.array(submissionItemSchema),
  /** Null on the last page. A page may be short or even empty and still have a next one. */
  next_cursor: z.nullable(z.string()),
  /** How many leads are held, whatever the filter. Only on the first page. */
  held: z.optional(z.number()),
  /** How many leads wait for an answer, whatever the filter. Only on the first page. */
  waiting: z.optional(z.number()),
  /** How many leads are to be called now, whatever the filter. Only on the first page. */
  due: z.optional(z.number()),
});

export type SubmissionsPage = z.infer<typeof submissionsPageSchema>;
