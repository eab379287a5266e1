import {
  AggregateField,
  type CollectionReference,
  type DocumentSnapshot,
  type Query,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import { readPastDamaged } from '../paging.ts';
import type { Store } from '../port.ts';
import { undeliveredSince } from '../record.ts';
import {
  attention,
  longestHeld,
  longestUndelivered,
  longestWaiting,
  newestPending,
  overdue,
  toRecord,
  withAttention,
} from './documents.ts';
import { available, deadline } from './client.ts';

type Waits = Pick<
  Store,
  | 'due'
  | 'newestDue'
  | 'undeliveredSince'
  | 'undelivered'
  | 'counts'
  | 'heldSince'
  | 'waitingSince'
  | 'arrivals'
>;

export const leadsThatWait = (submissions: CollectionReference, log: Log): Waits => ({
  async due(now, limit) {
    const records = await read(overdue(submissions, now), limit, deadline(), log);
    return records.map(({ id }) => id);
  },

  async newestDue(now, limit) {
    const nextAttempt = 'delivery.next_attempt_at';
    const query = newestPending(submissions).select(nextAttempt).limit(limit);
    const { docs } = await available(() => query.get());
    return docs.filter((it) => String(it.get(nextAttempt)) <= now).map(({ id }) => id);
  },

  async undeliveredSince() {
    const [record] = await read(longestUndelivered(submissions), 1, deadline(), log);
    return record && (undeliveredSince(record) ?? undefined);
  },

  undelivered: (limit) => read(longestUndelivered(submissions), limit, deadline(), log),

  async counts() {
    const query = withAttention(submissions).aggregate({ sum: AggregateField.sum('attention') });
    const { sum } = (await available(() => query.get())).data();
    return { held: Math.floor(sum / attention.held), waiting: sum % attention.held };
  },

  async heldSince() {
    const [record] = await read(longestHeld(submissions), 1, deadline(), log);
    return record?.created_at;
  },

  async waitingSince() {
    const [record] = await read(longestWaiting(submissions), 1, deadline(), log);
    return record?.created_at;
  },

  async arrivals(since, limit) {
    const late = deadline();
    const newest = submissions.where('created_at', '>=', since).orderBy('created_at', 'desc');
    const fields = newest.select('created_at', 'test').limit(limit);
    const times: string[] = [];
    let last: DocumentSnapshot | undefined;
    do {
      const rest = last ? fields.startAfter(last) : fields;
      const { docs } = await available(() => rest.get(), late);
      const leads = docs.filter((it) => it.get('test') !== true);
      times.push(...leads.map((it) => String(it.get('created_at'))));
      last = docs.length < limit ? undefined : docs.at(-1);
    } while (last && times.length < limit);
    return times.slice(0, limit);
  },
});

/** Reads past damaged documents. */
export function read(query: Query, count: number, late: AbortSignal, log: Log) {
  const docsAfter = async (last: DocumentSnapshot | undefined, limit: number) => {
    const rest = last ? query.startAfter(last) : query;
    return (await available(() => rest.limit(limit).get(), late)).docs;
  };
  return readPastDamaged<DocumentSnapshot>(count, docsAfter, toRecord, log);
}
