import * as z from 'zod/mini';
import {
  consentReceiptSchema,
  submissionItemSchema,
  type DeliveryState,
  type SubmissionItem,
} from '../../src/shared/submission.ts';

/** A submission as it is stored: what admins see, and what only the relay needs. */
export const recordSchema = z.extend(submissionItemSchema, {
  /** Attempts that the schedule made; those that an admin asked for don't count. */
  tries: z.number(),
  /** Whoever holds it is sending now, unless the time has passed: then they died over it. */
  lease: z.nullable(z.object({ holder: z.string(), until: z.iso.datetime() })),
  /** An admin's trial of the webhook, and no lead: it is delivered like one and counts as none. */
  test: z.optional(z.literal(true)),
});

export type SubmissionRecord = z.infer<typeof recordSchema>;

export function toItem({ tries, lease, test, ...item }: SubmissionRecord): SubmissionItem {
  return item;
}

/** The filter that a submission is found under; a test is under none. */
export const listedAs = ({ delivery, test }: SubmissionRecord): DeliveryState | null =>
  test ? null : delivery.state;

/** Spam stays out of the default list. */
export const isListed = (record: SubmissionRecord): boolean =>
  !['held', null].includes(listedAs(record));

/** Since when a lead should have been delivered; null for what was, or should not be. */
export const undeliveredSince = ({
  delivery,
  created_at,
  test,
}: SubmissionRecord): string | null =>
  (delivery.state === 'pending' || delivery.state === 'failed') && !test
    ? (delivery.since ?? created_at)
    : null;

/** Of a consent, what says nothing about the person: which text, and when. */
const consentProof = z.pick(consentReceiptSchema, { version: true, sha256: true, at: true });

/** One address, however it was typed. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** What is left of a submission that was erased: its id stays taken, and the consent proven. */
export const tombstoneSchema = z.object({
  id: z.string(),
  erased_at: z.iso.datetime(),
  /** Null where what was stored could not be read. */
  consent: z.nullable(consentProof),
});

export type Tombstone = z.infer<typeof tombstoneSchema>;

/** Takes what is stored as it is: a damaged record is erased as any other. */
export function tombstoneOf(id: string, erased_at: string, stored: unknown): Tombstone {
  const { data } = z.object({ consent: consentProof }).safeParse(stored);
  return { id, erased_at, consent: data?.consent ?? null };
}

/** What is stored under this id is not a submission: another program wrote it. */
export class DamagedRecord extends Error {
  override name = 'DamagedRecord';
  readonly id: string;

  constructor(id: string, cause: unknown) {
    super(`The stored submission ${id} is damaged`, { cause });
    this.id = id;
  }
}

/** Parses what an engine has under this id. */
export function readRecord(id: string, stored: unknown): SubmissionRecord {
  const { data, error } = recordSchema.safeParse(stored);
  if (data?.id !== id) throw new DamagedRecord(id, error);
  return data;
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
