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
  /** Suspected spam, or the person opted out. Not delivered, and not in the default list. */
  z.object({ state: z.literal('held'), reasons: z.array(z.string()) }),
]);

export type Delivery = z.infer<typeof deliverySchema>;

/** The reason for holding a lead whose person asked not to be contacted. */
export const askedToStop = 'asked-to-stop';

/**
 * How a person opted out: on the page /stop, by replying STOP to a text message, or through an admin. Older
 * opt-outs may not say.
 */
export const waysToOptOut = ['stop-page', 'texting-tool', 'admin', 'unknown'] as const;

export const optedOutSchema = z.object({ at: time, how: z.enum(waysToOptOut) });

/** The person's latest opt-out. */
export type OptedOut = z.infer<typeof optedOutSchema>;

/** The reason for holding every new lead while the do-not-contact list can't be read. */
export const listUnreadable = 'list_unreadable';

/** Why a lead can look like spam, in the order shown to admins. */
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

/** States of an earlier version. Stored leads are read without them, audit entries with them. */
export const earlierStates = ['settled', 'dispute'] as const;

/** `status` is that of the HTTP or SMTP response. Without a response, there is an `error`. */
export const attemptSchema = z.object({
  at: time,
  ms: z.number(),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  /** The beginning of the response, if it was a refusal. */
  answer: z.optional(z.string()),
  /** The admin who asked for it. Missing for attempts of the schedule. */
  by: z.optional(z.string()),
});

export type Attempt = z.infer<typeof attemptSchema>;

/** Only a 2xx status means that the webhook has the lead. */
export const isSuccess = ({ status = 0 }: Partial<Pick<Attempt, 'status' | 'ms'>>): boolean =>
  status >= 200 && status < 300;

/** A lead keeps only its newest attempts. */
export const attemptsKept = 20;

/** An earlier request of the same person, and the data that both have in common. */
const earlierSchema = z.object({
  id: z.string(),
  at: time,
  by: z.enum(['email', 'phone', 'both']),
});

export type Earlier = z.infer<typeof earlierSchema>;

/** A lead names only the newest earlier requests. */
export const earlierKept = 20;

type Schema<F extends Row> = z.ZodMiniType<StoredContact[F['name']]>;
type FieldShape = {
  [F in Row as F['name']]: F extends { added: string } ? z.ZodMiniOptional<Schema<F>> : Schema<F>;
};

/** Lengths were checked when the lead arrived. */
function storedField({ kind, missing, added }: FormField) {
  const text = missing ? z.string() : z.nullable(z.string());
  const words = kind === 'consent' ? z.boolean() : text;
  return added === undefined ? words : z.optional(words);
}

export const submissionItemSchema = z.object({
  id: z.string(),
  ...(forFields(storedField) as FieldShape),
  created_at: time,
  /** One of `sources`, or one that a newer version of the site has stored. */
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
  /** The person asked not to be contacted. Null if an admin allowed contact again. */
  opted_out: z.optional(z.nullable(optedOutSchema)),
  /** Archived by an admin. Delivery continues. */
  archived: z.optional(z.boolean()),
  /** Null if the browser sent none. Missing in leads stored before origins were recorded. */
  attribution: z.optional(z.nullable(attributionSchema)),
  /** The phone in E.164. Null if it can't be read. */
  phone_e164: z.optional(z.nullable(z.string())),
  /** Oldest first. Missing if there are none, or in leads stored before they were looked up. */
  earlier: z.optional(z.array(earlierSchema)),
});

export type SubmissionItem = z.infer<typeof submissionItemSchema>;

/** The receiver's response to a test. */
export const testDeliverySchema = z.object({
  /** Null if there was no response. */
  status: z.nullable(z.number()),
  ms: z.number(),
  /** Why there was no response, or the text of a refusal. */
  error: z.optional(z.string()),
});

export type TestDelivery = z.infer<typeof testDeliverySchema>;

export const submissionsPageSchema = z.object({
  submissions: z.array(submissionItemSchema),
  /** Null on the last page. A page may be short or even empty and still have a next one. */
  next_cursor: z.nullable(z.string()),
  /** The number of held leads, whatever the filter. Only on the first page. */
  held: z.optional(z.number()),
  /** The number of leads that wait for an answer, whatever the filter. Only on the first page. */
  waiting: z.optional(z.number()),
  /** The number of calls that are due, whatever the filter. Only on the first page. */
  due: z.optional(z.number()),
});

export type SubmissionsPage = z.infer<typeof submissionsPageSchema>;
