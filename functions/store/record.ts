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

/** A lead as it is stored: what admins see, and what only its delivery needs. */
export const recordSchema = z.extend(submissionItemSchema, {
  /** How many attempts the schedule made. An admin's attempts don't count. */
  tries: z.number(),
  /** The worker that is sending now. If the time has passed, it died while sending. */
  lease: z.nullable(z.object({ holder: z.string(), until: z.iso.datetime() })),
  /** What the settings added to the webhook's body at the first try. Null: nothing. */
  more: z.optional(z.nullable(z.object({ names: z.array(z.string()), site: z.string() }))),
  /** The addresses that have its mail already, while others refuse it. */
  mailed_to: z.optional(z.array(z.string())),
  /** Whether the browser asked not to sell or share. Missing if the lead came before anybody looked. */
  gpc: z.optional(z.boolean()),
  /** When it was first taken to each ad network. */
  offered: z.optional(z.partialRecord(z.enum(adNetworks), z.iso.datetime())),
});

export type SubmissionRecord = z.infer<typeof recordSchema>;

/** What is written without the rest of a lead. */
export type Marks = Pick<SubmissionRecord, 'earlier' | 'offered'>;

/** The part that admins see. What is added to a record alone stays here. */
export const toItem = (record: SubmissionRecord): SubmissionItem =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => name in submissionItemSchema.shape),
  ) as SubmissionItem;

/** The delivery filter that finds the lead. None finds one that is archived. */
export const listedAs = ({ delivery, archived }: SubmissionRecord): DeliveryState | null =>
  archived ? null : delivery.state;

/** What an admin has to do about the lead. */
const awaitedFrom = (record: SubmissionRecord): 'answer' | 'decision' | null =>
  awaitsAnswer(record) ? 'answer' : awaitsDecision(record) ? 'decision' : null;

/** When the person is to be called; null if there is no such time. */
export const callAt = (record: SubmissionRecord): string | null =>
  awaitsCall(record) ? (record.call_back?.at ?? null) : null;

/** Spam stays out of the default list. */
export const isListed = (record: SubmissionRecord): boolean =>
  !['held', null].includes(listedAs(record));

/** The delivery of a lead that was never sent: due at once, unless no webhook is wanted. */
export const firstDelivery = (now: string, webhook: { state: string }): Delivery =>
  webhook.state === 'off' ? { state: 'off' } : { state: 'pending', next_attempt_at: now };

/** Since when a lead waits for its delivery; null if it was delivered or shouldn't be. */
export function undeliveredSince(record: SubmissionRecord): string | null {
  const { delivery, created_at } = record;
  if (!awaitsDelivery(record)) return null;
  return ('since' in delivery ? delivery.since : undefined) ?? created_at;
}

/** The part of a consent that says nothing about the person: which text, and when. */
const consentProof = z.pick(consentReceiptSchema, { version: true, sha256: true, at: true });

/** The same address, however somebody typed it. Firestore can't look for half a character. */
export const foldEmail = (email: string): string => email.trim().toLowerCase().toWellFormed();

/** Some of a person's addresses and numbers. The phone may have several numbers. */
export interface Person {
  email?: string | undefined;
  phone?: string | undefined;
}

/**
 * All addresses and numbers of a person, as leads are found by them and as the do-not-contact list has them. An
 * imported phone may be so long that reading it would take minutes.
 */
export const addressesOf = ({ email = '', phone = '' }: Person) => ({
  emails: [foldEmail(email)].filter(Boolean),
  phones: numbersIn(phone.slice(0, limits.phone)),
});

/** By which of a person's addresses a lead is found. */
export type AddressField = keyof ReturnType<typeof addressesOf>;

/**
 * The fields that only queries need. They are computed whenever a lead is written, so that no engine repeats a
 * rule.
 */
export const queryFieldsOf = (record: SubmissionRecord) => ({
  listed: isListed(record),
  listed_as: listedAs(record),
  awaits: awaitedFrom(record),
  undelivered_since: undeliveredSince(record),
  call_at: callAt(record),
  outcome_state: outcomeOf(record.outcome),
  ...addressesOf(record),
});

/** A document as it was read. Under `submissions`, it is a lead or a tombstone. */
export interface Found {
  id: string;
  value: unknown;
  /** The engine's own: which version this is, and its place among those that were wanted. */
  version: unknown;
}

/** As `PersonHash` makes it. */
export const personHashSchema = z.string().check(z.regex(/^[\da-f]{64}$/));

/** The rest of an erased lead: its id stays taken, and its consent can be proved. */
export const tombstoneSchema = z.object({
  id: z.string(),
  erased_at: z.iso.datetime(),
  /** Null if the stored lead could not be read, or nobody agreed to anything. */
  consent: z.nullable(consentProof),
  /** Keyed hashes of the address and the phone, by which a consent is found. Missing without a key or a consent. */
  person: z.optional(z.array(personHashSchema)),
  /** It keeps a month's report as it was. Leads that were erased before it existed have none. */
  figures: z.optional(figuresSchema),
});

export type Tombstone = z.infer<typeof tombstoneSchema>;

/** Whether this is stored as the rest of an erased lead, damaged or not. */
export const isErased = (stored: unknown): boolean => isObject(stored) && 'erased_at' in stored;

export const tombstonesFound = 50;

const erasedSchema = z.object({
  email: z.catch(z.optional(z.string()), undefined),
  phone: z.catch(z.optional(z.string()), undefined),
  consent: consentProof,
});

/** Makes keyed hashes: of the e-mail address, and of each number in the phone field. */
export type PersonHash = (person: Person) => string[];

/** Takes any stored value, because a damaged record is erased like any other. */
export function tombstoneOf(
  id: string,
  erased_at: string,
  stored: unknown,
  personHash: PersonHash = () => [],
): Tombstone {
  const { data } = erasedSchema.safeParse(stored);
  // A test of an earlier version has a receipt of nothing.
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

/** The document under this id isn't a lead that this program wrote. */
export class DamagedRecord extends Error {
  override name = 'DamagedRecord';
}

export function readRecord(id: string, stored: unknown): SubmissionRecord {
  const { data, error } = recordSchema.safeParse(withoutEarlierStates(stored));
  if (data?.id === id) return data;
  throw new DamagedRecord(`The stored submission ${id} is damaged`, { cause: error });
}

/**
 * Whether a text can be the id of a stored record in every engine: Firestore's rules are the strictest,
 * and every record can be moved there. Firestore also refuses half an emoji.
 * https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id.isWellFormed() &&
  !/^(\.\.?|__.*__)$|\//s.test(id) &&
  Buffer.byteLength(id) <= 1500;

/** A reviver for JSON: Firestore refuses a whole document for half an emoji, which JavaScript allows. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
