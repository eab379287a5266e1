import {
  type DocumentData,
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type CollectionReference,
  type Firestore,
  type Query,
} from '@google-cloud/firestore';
import {
  readRecord,
  recordSchema,
  tombstoneSchema,
  foldEmail,
  isListed,
  isWaiting,
  listedAs,
  undeliveredSince,
  type SubmissionRecord,
  type Tombstone,
  wellFormed,
} from '../record.ts';
import { awaitsDecision } from '../../../src/shared/submission.ts';
import type { Log } from '../../log/log.ts';
import { foldPhone } from '../../../src/shared/phone.ts';
import { indexTerms, indexTerm, lookupWord } from '../search.ts';
import { readPastDamaged, type Filter, type Place } from '../paging.ts';
import { available } from './client.ts';

/** The record as it is, and beside it the fields that only queries need. */
export function toDocument(record: SubmissionRecord): DocumentData {
  const document = {
    ...record,
    // Inside the delivery, which each change replaces as a whole: so it goes away when the wait ends.
    delivery: { ...record.delivery, undelivered_since: undeliveredSince(record) ?? undefined },
    listed: isListed(record),
    listed_as: listedAs(record),
    attention: attentionOf(record),
    search: record.test ? [] : indexTerms(record),
    // A trial lead is nobody's, so erasing a person never finds one.
    email_folded: record.test ? undefined : foldEmail(record.email),
    phone_folded: record.test ? undefined : (foldPhone(record.phone) ?? undefined),
    earlier_ids: record.earlier?.map(({ id }) => id),
  };
  const data = JSON.parse(JSON.stringify(document), wellFormed) as DocumentData;
  return record.test ? data : changed(data);
}

export const toTombstoneDocument = (tombstone: Tombstone): DocumentData => changed(tombstone);

/** The fields of a lead or a tombstone without those that only queries need, which are most of a document. */
const ownFields = [recordSchema, tombstoneSchema].flatMap(({ shape }) => Object.keys(shape));
export const fieldMask = [...new Set(ownFields)];

/** Each document adds one of these to a sum. Both counts come from the sum, for the price of one read. */
export const attention = { waiting: 1, held: 1_000_000 } as const;

function attentionOf(record: SubmissionRecord): number {
  if (isWaiting(record)) return attention.waiting;
  return !record.test && awaitsDecision(record) ? attention.held : 0;
}

/** By the server's clock, since those of functions differ. Every write of a lead sets it. */
export const changed = (data: DocumentData): DocumentData => ({
  ...data,
  updated_at: FieldValue.serverTimestamp(),
});

export const toRecord = (snapshot: DocumentSnapshot): SubmissionRecord =>
  readRecord(snapshot.id, snapshot.data());

/** Each query here needs its index in firestore.indexes.json: a test compares the two. */
export function newestFirst(all: CollectionReference, filter: Filter, after?: Place): Query {
  const query = between(narrowed(all, filter), filter)
    .orderBy('created_at', 'desc')
    .orderBy(FieldPath.documentId(), 'desc');
  return after ? query.startAfter(after.created_at, after.id) : query;
}

/** The list is sorted by this field, so a range of it needs no index of its own. */
function between(query: Query, { from, to }: Filter): Query {
  const later = from === undefined ? query : query.where('created_at', '>=', from);
  return to === undefined ? later : later.where('created_at', '<', to);
}

function narrowed(
  all: CollectionReference,
  { q, industry, delivery, waiting, archived, campaign }: Filter,
): Query {
  const word = lookupWord(q);
  // A lead has many search terms, and Firestore merges indexes for `==` only. To store the terms once,
  // the rest of the filter is compared while a page is filled. The archive does the same.
  if (word !== undefined) return all.where('search', 'array-contains', indexTerm(word));
  if (archived) return all.where('archived', '==', true);
  const shown = waiting
    ? all.where('attention', '==', attention.waiting)
    : delivery
      ? all.where('listed_as', '==', delivery)
      : all.where('listed', '==', true);
  const ofIndustry = industry === undefined ? shown : shown.where('industry', '==', industry);
  return campaign === undefined
    ? ofIndustry
    : ofIndustry.where('attribution.utm_campaign', '==', campaign);
}

/** The newest lead with the same address or number. */
export const latestWith = (
  all: CollectionReference,
  field: 'email_folded' | 'phone_folded',
  value: string,
): Query => all.where(field, '==', value).orderBy('created_at', 'desc');

/** In the order of `updated_at`, which the server sets; ids part those of one moment. */
export const lastChanged = (all: CollectionReference): Query =>
  all.orderBy('updated_at', 'desc').orderBy(FieldPath.documentId(), 'desc').limit(1);

export const trialsBefore = (all: CollectionReference, time: string): Query =>
  all.where('test', '==', true).where('created_at', '<', time).orderBy('created_at');

/** Reads past damaged documents. */
export function read(query: Query, count: number, log: Log) {
  const docsAfter = async (last: DocumentSnapshot | undefined, limit: number) => {
    const rest = last ? query.startAfter(last) : query;
    return (await available(() => rest.limit(limit).get())).docs;
  };
  return readPastDamaged<DocumentSnapshot>(count, docsAfter, toRecord, log);
}

/** The do-not-contact list: one document for each hash, under the hash. */
export const optOutsIn = (db: Firestore) => db.collection('opt_outs');
