import {
  AggregateField,
  type CollectionReference,
  type DocumentSnapshot,
  type Query,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import type { LeadsThatWait } from '../port.ts';
import { available } from './client.ts';
import { attention, read } from './documents.ts';

export const leadsThatWait = (submissions: CollectionReference, log: Log): LeadsThatWait => ({
  async due(now, limit) {
    const records = await read(overdue(submissions, now), limit, log);
    return records.map(({ id }) => id);
  },

  undelivered: (limit) => read(longestUndelivered(submissions), limit, log),

  async counts() {
    const query = withAttention(submissions).aggregate({ sum: AggregateField.sum('attention') });
    const { sum } = (await available(() => query.get())).data();
    return { held: Math.floor(sum / attention.held), waiting: sum % attention.held };
  },

  async heldSince() {
    const [record] = await read(longestHeld(submissions), 1, log);
    return record?.created_at;
  },

  async waitingSince() {
    const [record] = await read(longestWaiting(submissions), 1, log);
    return record?.created_at;
  },

  async arrivals(since, limit) {
    const newest = submissions.where('created_at', '>=', since).orderBy('created_at', 'desc');
    const fields = newest.select('created_at', 'test').limit(limit);
    const times: string[] = [];
    let last: DocumentSnapshot | undefined;
    do {
      const rest = last ? fields.startAfter(last) : fields;
      const { docs } = await available(() => rest.get());
      const leads = docs.filter((it) => it.get('test') !== true);
      times.push(...leads.map((it) => String(it.get('created_at'))));
      last = docs.length < limit ? undefined : docs.at(-1);
    } while (last && times.length < limit);
    return times.slice(0, limit);
  },
});

/** Each query here needs its index, too. Only a pending lead has this field. */
const overdue = (all: CollectionReference, now: string): Query =>
  all.where('delivery.next_attempt_at', '<=', now).orderBy('delivery.next_attempt_at');

/** Only a lead that is pending or failed has this field. */
const longestUndelivered = (all: CollectionReference): Query =>
  all.orderBy('delivery.undelivered_since');

const longestHeld = (all: CollectionReference): Query =>
  all.where('attention', '==', attention.held).orderBy('created_at');

const longestWaiting = (all: CollectionReference): Query =>
  all.where('attention', '==', attention.waiting).orderBy('created_at');

const withAttention = (all: CollectionReference): Query => all.where('attention', '>', 0);
