import type { DocumentData, DocumentSnapshot } from '@google-cloud/firestore';
import { DamagedRecord } from '../damaged-record.ts';
import { foldEmail, isListed, recordSchema, type SubmissionRecord } from '../record.ts';
import { indexTerms } from '../search.ts';
import { wellFormed } from '../well-formed.ts';

/** The record as it is, and beside it what only queries ask for. */
export function toDocument(record: SubmissionRecord): DocumentData {
  const document = {
    ...record,
    listed: isListed(record),
    search: indexTerms(record),
    email_folded: foldEmail(record.email),
  };
  return JSON.parse(JSON.stringify(document), wellFormed) as DocumentData;
}

export function toRecord(snapshot: DocumentSnapshot): SubmissionRecord {
  const { success, data, error } = recordSchema.safeParse(snapshot.data());
  if (!success) throw new DamagedRecord(snapshot.id, error);
  return data;
}

/** Not every text is one: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
export const isDocumentId = (id: string): boolean =>
  id !== '' && !/^(\.\.?|__.*__)$|\//s.test(id) && Buffer.byteLength(id) <= 1500;
