import type { DocumentData, DocumentSnapshot } from '@google-cloud/firestore';
import {
  readRecord,
  foldEmail,
  isListed,
  listedAs,
  undeliveredSince,
  type SubmissionRecord,
  wellFormed,
} from '../record.ts';
import { indexTerms } from '../search.ts';

/** The record as it is, and beside it what only queries ask for. */
export function toDocument(record: SubmissionRecord): DocumentData {
  const document = {
    ...record,
    // In the delivery, which is replaced whole at each change: so it goes when the wait ends.
    delivery: { ...record.delivery, undelivered_since: undeliveredSince(record) ?? undefined },
    listed: isListed(record),
    listed_as: listedAs(record),
    search: record.test ? [] : indexTerms(record),
    // Nobody's: whoever is erased by that address has no test among what they sent.
    email_folded: record.test ? undefined : foldEmail(record.email),
  };
  return JSON.parse(JSON.stringify(document), wellFormed) as DocumentData;
}

export const toRecord = (snapshot: DocumentSnapshot): SubmissionRecord =>
  readRecord(snapshot.id, snapshot.data());
