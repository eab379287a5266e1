import * as z from 'zod/mini';
import type { ContactField } from './contact.ts';
import { sources } from './fields.ts';

const time = z.iso.datetime();

/** When its delivery was begun, where that was not when it came: what was held goes from its release. */
const since = z.optional(time);

/** Where a submission stands on its way to the webhook. */
export const deliverySchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('pending'),
    next_attempt_at: time,
    since,
  }),
  z.object({ state: z.literal('delivered'), at: time }),
  /** Given up; only a person sends it again. */
  z.object({ state: z.literal('failed'), at: time, since }),
  /** No webhook was configured when it came. */
  z.object({ state: z.literal('off') }),
  /** Looks like spam: not delivered, and not in the default list. */
  z.object({ state: z.literal('held'), reasons: z.array(z.string()) }),
]);

export type Delivery = z.infer<typeof deliverySchema>;

/** Why a lead can look like spam, in the order in which admins read it. */
export const spamReasons = [
  'honeypot',
  'too_fast',
  'link_in_name',
  'markup',
  'mostly_links',
  'hidden_link',
  'random_letters',
  'same_text',
] as const;

export type SpamReason = (typeof spamReasons)[number];

export const deliveryStates = ['pending', 'delivered', 'failed', 'off', 'held'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One try to reach the webhook: a status is an answer, an error is none. */
export const attemptSchema = z.object({
  at: time,
  ms: z.number(),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  /** How a refusal was worded, its beginning. */
  answer: z.optional(z.string()),
  /** The admin who asked for it; none for the schedule's own. */
  by: z.optional(z.string()),
});

export type Attempt = z.infer<typeof attemptSchema>;

/** Only an answer in the two hundreds says that the webhook has it. */
export const isSuccess = ({ status = 0 }: Pick<Attempt, 'status' | 'ms'>): boolean =>
  status >= 200 && status < 300;

/** How many attempts a submission keeps: the newest. */
export const attemptsKept = 20;

/** What was agreed to, and the circumstances that prove it. */
export const consentReceiptSchema = z.object({
  version: z.string(),
  /** Of the text of that version, in hexadecimal. */
  sha256: z.string(),
  at: time,
  page_url: z.nullable(z.string()),
  ip: z.string(),
  user_agent: z.nullable(z.string()),
});

export type ConsentReceipt = z.infer<typeof consentReceiptSchema>;

/** What has something for each field of the form, so that a new one is forgotten nowhere. */
export type WithFields<T> = Record<ContactField, T> & Record<string, T>;

/** A submission as admins see it. Parsed at the border, but not measured again. */
export const submissionItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  industry: z.string(),
  message: z.nullable(z.string()),
  consent_marketing: z.boolean(),
  created_at: time,
  source: z.enum(sources),
  delivery: deliverySchema,
  attempts: z.array(attemptSchema),
  consent: consentReceiptSchema,
} satisfies WithFields<z.ZodMiniType>);

export type SubmissionItem = z.infer<typeof submissionItemSchema>;

/** How a test of the webhook stands. It is told of tests alone, and nothing else of them is. */
export const trialDeliverySchema = z.pick(submissionItemSchema, {
  id: true,
  delivery: true,
  attempts: true,
});

export type TrialDelivery = z.infer<typeof trialDeliverySchema>;

export const submissionsPageSchema = z.object({
  submissions: z.array(submissionItemSchema),
  /** Null after the last page. A page may be short, even empty, and still have a next one. */
  next_cursor: z.nullable(z.string()),
  /** How many leads are held as spam, whatever the filter. On the first page only. */
  held: z.optional(z.number()),
});

export type SubmissionsPage = z.infer<typeof submissionsPageSchema>;
