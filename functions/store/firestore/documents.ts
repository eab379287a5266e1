import {
  type DocumentData,
  FieldPath,
  FieldValue,
  type CollectionReference,
  type Query,
  type WhereFilterOp,
} from 'firebase-admin/firestore';
import type { Wanted } from '../engine.ts';
import { earlierFields } from '../earlier-states.ts';
import { countedFields } from '../figures.ts';
import type { Counts, Filter, Place } from '../paging.ts';
import {
  recordSchema,
  tombstoneSchema,
  queryFieldsOf,
  type SubmissionRecord,
  wellFormed,
} from '../record.ts';
import { indexTerms, indexTerm, lookupWord } from '../search.ts';

/** The record, plus the fields that only queries need. */
export function toDocument(record: SubmissionRecord): DocumentData {
  const { awaits, undelivered_since, call_at, ...fields } = queryFieldsOf(record);
  const document = {
    ...record,
    ...fields,
    // Part of `delivery`, which each change replaces as a whole: when the wait ends, the field goes away.
    delivery: { ...record.delivery, undelivered_since: undelivered_since ?? undefined },
    // Part of `call_back` for the same reason.
    call_back: record.call_back && { ...record.call_back, due_at: call_at ?? undefined },
    attention: awaits === null ? 0 : attention[awaits],
    search: indexTerms(record),
    earlier_ids: record.earlier?.map(({ id }) => id),
  };
  return changed(JSON.parse(JSON.stringify(document), wellFormed) as DocumentData);
}

/** Excludes the fields that only queries need, which are most of a document. */
const ownFields = [recordSchema, tombstoneSchema].flatMap(({ shape }) => Object.keys(shape));
export const fieldMask = [...new Set([...ownFields, ...earlierFields])];

/** A report reads few fields of thousands of documents. */
const reported: Partial<Record<Wanted['what'], string[]>> = {
  came: countedFields,
  buried: ['figures'],
};

export const fieldsOf = ({ what }: Wanted): string[] => reported[what] ?? fieldMask;

/** Each document adds one of these to a sum. The sum gives all counts for the price of one read. */
const attention = { answer: 1, decision: 1_000_000 } as const;

/** A dispute, which earlier versions stored and no view counts, may still add this. */
const earlierDispute = 1_000_000_000_000;

export const countsIn = (sum: number): Counts => ({
  held: Math.floor((sum % earlierDispute) / attention.decision),
  waiting: sum % attention.decision,
});

/** Every write of a lead sets the time of the server, because the clocks of functions differ. */
export const changed = (data: DocumentData): DocumentData => ({
  ...data,
  updated_at: FieldValue.serverTimestamp(),
});

/** Each query needs its index in firestore.indexes.json. A test compares the two. */
export function queryOf(all: CollectionReference, wanted: Wanted): Query {
  switch (wanted.what) {
    case 'listed':
      return listed(all, wanted.filter, wanted.after);
    case 'of':
      return all
        .where(wanted.field, 'array-contains-any', [...wanted.values])
        .orderBy('created_at', 'desc');
    case 'due':
      // Only a pending lead has this field.
      return ranged(all, 'delivery.next_attempt_at', ['<=', wanted.by]);
    case 'undelivered':
      // Only a lead that awaits its delivery has this field.
      return ranged(all.where('delivery.state', '==', wanted.state), 'delivery.undelivered_since', [
        '<=',
        wanted.since,
      ]);
    case 'calls':
      // Only a lead with a planned call has this field.
      return ranged(all, 'call_back.due_at', ['>', wanted.after]);
    case 'due calls':
      return ranged(all, 'call_back.due_at', ['>', wanted.after], ['<=', wanted.by]);
    case 'awaiting':
      return all.where('attention', '==', attention[wanted.awaits]).orderBy('created_at');
    case 'won': {
      // Each change replaces the outcome as a whole, so a lead that is no longer won isn't found.
      const won = all.where('outcome.state', '==', 'won');
      return ranged(won, 'outcome.at', ['>=', wanted.from], ['<', wanted.to]);
    }
    case 'came':
      return ranged(all, 'created_at', ['>=', wanted.from], ['<', wanted.to]);
    case 'buried':
      return ranged(all, 'figures.day', ['>=', wanted.first], ['<=', wanted.last]);
    case 'arrived':
      return all.where('created_at', '>=', wanted.since).orderBy('created_at', 'desc');
    case 'old':
      return ranged(all, 'created_at', ['<', wanted.before]);
    case 'old held':
      return ranged(all.where('delivery.state', '==', 'held'), 'created_at', ['<', wanted.before]);
    case 'naming':
      return all.where('earlier_ids', 'array-contains-any', [...wanted.ids]);
    case 'erased of':
      return all.where('person', 'array-contains-any', [...wanted.hashes]);
  }
}

const ranged = (query: Query, field: string, ...limits: [WhereFilterOp, string][]): Query =>
  limits.reduce((limited, [op, value]) => limited.where(field, op, value), query).orderBy(field);

function listed(all: CollectionReference, filter: Filter, after?: Place): Query {
  const query = filter.call_back
    ? // Few leads have a planned call, so the rest of the filter is compared while a page is filled.
      all.orderBy('call_back.due_at').orderBy(FieldPath.documentId())
    : between(filtered(all, filter), filter)
        .orderBy('created_at', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
  return after ? query.startAfter(after.time, after.id) : query;
}

/** The list is sorted by this field, so a range of it needs no further index. */
function between(query: Query, { from, to }: Filter): Query {
  const later = from === undefined ? query : query.where('created_at', '>=', from);
  return to === undefined ? later : later.where('created_at', '<', to);
}

function filtered(
  all: CollectionReference,
  { q, industry, delivery, answered, archived, campaign, outcome }: Filter,
): Query {
  const word = lookupWord(q);
  // A lead has many search terms, and Firestore merges indexes for `==` only. Further indexes would store the terms
  // again, so the rest of the filter is compared while a page is filled. The same goes for the archive.
  if (word !== undefined) return all.where('search', 'array-contains', indexTerm(word));
  if (archived) return all.where('archived', '==', true);
  const shown = answered
    ? all.where('attention', '==', attention.answer)
    : delivery
      ? all.where('listed_as', '==', delivery)
      : all.where('listed', '==', true);
  const exact = { industry, 'attribution.utm_campaign': campaign, outcome_state: outcome };
  return Object.entries(exact).reduce(
    (query, [field, value]) => (value === undefined ? query : query.where(field, '==', value)),
    shown,
  );
}
