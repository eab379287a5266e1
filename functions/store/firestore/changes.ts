import {
  FieldPath,
  Timestamp,
  type CollectionReference,
  type DocumentSnapshot,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import { legible } from '../paging.ts';
import type { Store } from '../port.ts';
import { isDocumentId } from '../record.ts';
import { toRecord } from './documents.ts';
import { isErased } from './erase.ts';
import { available } from './client.ts';

type Changing = Pick<Store, 'lastChange' | 'changesAfter'>;

/** The order of changes is that of `updated_at`, which the server sets; ids part those of one moment. */
export function changing(submissions: CollectionReference, log: Log): Changing {
  const inOrder = (direction: 'asc' | 'desc') =>
    submissions.orderBy('updated_at', direction).orderBy(FieldPath.documentId(), direction);

  return {
    async lastChange() {
      const { docs } = await available(() => inOrder('desc').limit(1).get());
      return placeOf(docs[0]);
    },

    async changesAfter(place, limit) {
      const after = readPlace(place);
      if (!after) return undefined;
      const all = inOrder('asc').limit(limit + 1);
      const { seconds, nanoseconds, id } = after;
      const rest = id === '' ? all : all.startAfter(new Timestamp(seconds, nanoseconds), id);
      const { docs } = await available(() => rest.get());
      if (docs.length > limit) return undefined;
      const records = docs.flatMap((it) => (isErased(it) ? [] : legible(() => toRecord(it), log)));
      const stay = new Set(records.map((it) => it.id));
      return {
        records,
        gone: docs.map((it) => it.id).filter((it) => !stay.has(it)),
        place: docs.length > 0 ? placeOf(docs.at(-1)) : place,
      };
    },
  };
}

/** The last second that Firestore's client takes. */
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000;

/** Undefined for anything that `placeOf` can't have made, which Firestore's client would throw at. */
function readPlace(place: string) {
  // The id comes last, because it may contain anything.
  const [, first, second, id] = /^(\d{1,12}) (\d{1,9}) (.*)$/s.exec(place) ?? [];
  const [seconds, nanoseconds] = [Number(first), Number(second)];
  if (id === undefined || seconds > lastSecond) return undefined;
  return id === '' || isDocumentId(id) ? { seconds, nanoseconds, id } : undefined;
}

function placeOf(snapshot: DocumentSnapshot | undefined): string {
  const { seconds, nanoseconds } = (snapshot?.get('updated_at') ??
    new Timestamp(0, 0)) as Timestamp;
  return `${seconds} ${nanoseconds} ${snapshot?.id ?? ''}`;
}
