import * as z from 'zod/mini';
import { consentReceiptSchema } from '../../src/shared/consent-receipt.ts';
import { adNetworks, outcomeOf } from '../../src/shared/follow-up-schema.ts';
import {
  awaitsAnswer,
  awaitsCall,
  awaitsDecision,
  awaitsDelivery,
} from '../../src/shared/awaits.ts';
import {
  submissionItemSchema,
  type Delivery,
  type DeliveryState,
  type SubmissionItem,
} from '../../src/shared/submission.ts';
import { limits } from '../../src/shared/fields.ts';
import { isObject } from '../../src/shared/json.ts';
import { numbersIn } from '../../src/shared/phone-numbers.ts';
import { withoutEarlierStates } from './earlier-states.ts';
import { figuresIn, figuresSchema } from './figures.ts';

/** A stored lead: what admins see, and what only its delivery needs. */
export const recordSchema = z.extend(submissionItemSchema, {
  /** Attempts by the schedule. An admin's attempts don't count. */
  tries: z.number(),
  /** The worker that is sending. If the time has passed, it died while sending. */
  lease: z.nullable(z.object({ holder: z.string(), until: z.iso.datetime() })),
  /** Fields that the settings added to the webhook's body at the first try. Null: none. */
  more: z.optional(z.nullable(z.object({ names: z.array(z.string()), site: z.string() }))),
  /** Addresses that have taken the mail, while others refuse it. */
  mailed_to: z.optional(z.array(z.string())),
  /** Whether the browser asked not to sell or share (Sec-GPC). Missing in leads from before this check. */
  gpc: z.optional(z.boolean()),
  /** Time of the first export to each ad network. */
  offered: z.optional(z.partialRecord(z.enum(adNetworks), z.iso.datetime())),
});

export type SubmissionRecord = z.infer<typeof recordSchema>;

/** Fields that are written without the rest of a lead. */
export type Marks = Pick<SubmissionRecord, 'earlier' | 'offered'>;

export const toItem = (record: SubmissionRecord): SubmissionItem =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => name in submissionItemSchema.shape),
  ) as SubmissionItem;

/** The delivery filter that finds the lead. No filter finds an archived lead. */
export const listedAs = ({ delivery, archived }: SubmissionRecord): DeliveryState | null =>
  archived ? null : delivery.state;

const awaitedFrom = (record: SubmissionRecord): 'answer' | 'decision' | null =>
  awaitsAnswer(record) ? 'answer' : awaitsDecision(record) ? 'decision' : null;

/** Null if no call is planned. */
export const callAt = (record: SubmissionRecord): string | null =>
  awaitsCall(record) ? (record.call_back?.at ?? null) : null;

/** Keeps spam out of the default list. */
export const isListed = (record: SubmissionRecord): boolean =>
  !['held', null].includes(listedAs(record));

/** For a lead that was never sent: due at once, unless the webhook is off. */
export const firstDelivery = (now: string, webhook: { state: string }): Delivery =>
  webhook.state === 'off' ? { state: 'off' } : { state: 'pending', next_attempt_at: now };

/** Null if the lead was delivered or shouldn't be. */
export function undeliveredSince(record: SubmissionRecord): string | null {
  const { delivery, created_at } = record;
  if (!awaitsDelivery(record)) return null;
  return ('since' in delivery ? delivery.since : undefined) ?? created_at;
}

/** The part of a consent without personal data: which text, and when. */
const consentProof = z.pick(consentReceiptSchema, { version: true, sha256: true, at: true });

/** Normalizes an address for comparison. Firestore can't look for half a surrogate pair. */
export const foldEmail = (email: string): string => email.trim().toLowerCase().toWellFormed();

/** Some of a person's addresses and numbers. `phone` may have several numbers. */
export interface Person {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Cuts the phone: an imported one may be so long that reading it would take minutes. */
export const addressesOf = ({ email = '', phone = '' }: Person) => ({
  emails: [foldEmail(email)].filter(Boolean),
  phones: numbersIn(phone.slice(0, limits.phone)),
});

export type AddressField = keyof ReturnType<typeof addressesOf>;

/** Fields that only queries need. They are computed at each write, because no engine should repeat these rules. */
export const queryFieldsOf = (record: SubmissionRecord) => ({
  listed: isListed(record),
  listed_as: listedAs(record),
  awaits: awaitedFrom(record),
  undelivered_since: undeliveredSince(record),
  call_at: callAt(record),
  outcome_state: outcomeOf(record.outcome),
  ...addressesOf(record),
});

/** A document as read. Under `submissions`, it is a lead or a tombstone. */
export interface Found {
  id: string;
  value: unknown;
  /** For the engine only: the version of the document, and its place in the scan. */
  version: unknown;
}

export const personHashSchema = z.string().check(z.regex(/^[\da-f]{64}$/));

/** What remains of an erased lead: its id stays taken, and its consent can be proved. */
export const tombstoneSchema = z.object({
  id: z.string(),
  erased_at: z.iso.datetime(),
  /** Null if the stored lead was unreadable or had no consent. */
  consent: z.nullable(consentProof),
  /** Keyed hashes of the address and the phone, to find the consent. Missing without a key or a consent. */
  person: z.optional(z.array(personHashSchema)),
  /** Keeps the month's report unchanged. Missing in tombstones from before this field. */
  figures: z.optional(figuresSchema),
});

export type Tombstone = z.infer<typeof tombstoneSchema>;

/** True even if the tombstone is damaged. */
export const isErased = (stored: unknown): boolean => isObject(stored) && 'erased_at' in stored;

export const tombstonesFound = 50;

const erasedSchema = z.object({
  email: z.catch(z.optional(z.string()), undefined),
  phone: z.catch(z.optional(z.string()), undefined),
  consent: consentProof,
});

/** Makes keyed hashes of the e-mail address and of each number in the phone field, in this order. */
export type PersonHash = (person: Person) => string[];

/** Accepts any stored value, because a damaged record is erased like any other. */
export function tombstoneOf(
  id: string,
  erased_at: string,
  stored: unknown,
  personHash: PersonHash = () => [],
): Tombstone {
  const { data } = erasedSchema.safeParse(stored);
  // A test of an earlier version has an empty receipt.
  const consent = data?.consent.version ? data.consent : null;
  const person = data && consent ? personHash(data) : [];
  const figures = figuresIn(stored);
  return {
    id,
    erased_at,
    consent,
    ...(person.length > 0 && { person }),
    ...(figures && { figures }),
  };
}

/** The document isn't a lead that this program wrote. */
export class DamagedRecord extends Error {
  override name = 'DamagedRecord';
}

export function readRecord(id: string, stored: unknown): SubmissionRecord {
  const { data, error } = recordSchema.safeParse(withoutEarlierStates(stored));
  if (data?.id === id) return data;
  throw new DamagedRecord(`The stored submission ${id} is damaged`, { cause: error });
}

/**
 * Whether a text can be an id in every engine. Firestore has the strictest rules, and every record can be moved there.
 * It also refuses half a surrogate pair.
 * https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id.isWellFormed() &&
  !/^(\.\.?|__.*__)$|\//s.test(id) &&
  Buffer.byteLength(id) <= 1500;

/** A JSON reviver. JavaScript allows half a surrogate pair, but Firestore refuses the whole document for it. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
