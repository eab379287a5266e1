import { FieldPath, type CollectionReference, type Query } from '@google-cloud/firestore';
import { indexTerm, lookupWord } from '../search.ts';
import type { Filter, Place } from '../port.ts';

/** Whatever is asked here needs its index in firestore.indexes.json: a test compares the two. */
export function newestFirst(all: CollectionReference, filter: Filter, after?: Place): Query {
  const query = within(narrowed(all, filter), filter)
    .orderBy('created_at', 'desc')
    .orderBy(FieldPath.documentId(), 'desc');
  return after ? query.startAfter(after.created_at, after.id) : query;
}

/** A range of what the list is sorted by needs no index of its own. */
function within(query: Query, { from, to }: Filter): Query {
  const later = from === undefined ? query : query.where('created_at', '>=', from);
  return to === undefined ? later : later.where('created_at', '<', to);
}

function narrowed(all: CollectionReference, { q, industry, delivery }: Filter): Query {
  const word = lookupWord(q);
  // Firestore merges indexes for `==` alone, and the entries of a word are many: to have them once,
  // the rest is compared while a page is filled.
  if (word !== undefined) return all.where('search', 'array-contains', indexTerm(word));
  const shown = delivery ? all.where('listed_as', '==', delivery) : all.where('listed', '==', true);
  return industry === undefined ? shown : shown.where('industry', '==', industry);
}

/** Only what is pending has this field. */
export const overdue = (all: CollectionReference, now: string): Query =>
  all.where('delivery.next_attempt_at', '<=', now).orderBy('delivery.next_attempt_at');

/** By when their delivery was begun: what was held is as new as its release. */
export const newestPending = (all: CollectionReference): Query =>
  all.where('listed_as', '==', 'pending').orderBy('delivery.undelivered_since', 'desc');

/** Only a lead that is pending or was given up has this field. */
export const longestUndelivered = (all: CollectionReference): Query =>
  all.orderBy('delivery.undelivered_since');

export const allHeld = (all: CollectionReference): Query => all.where('listed_as', '==', 'held');

export const longestHeld = (all: CollectionReference): Query => allHeld(all).orderBy('created_at');

export const trialsBefore = (all: CollectionReference, time: string): Query =>
  all.where('test', '==', true).where('created_at', '<', time).orderBy('created_at');
