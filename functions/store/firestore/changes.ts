import {
  FieldPath,
  Timestamp,
  type CollectionReference,
  type DocumentSnapshot,
} from '@google-cloud/firestore';
import type { Store } from '../port.ts';
import { available } from './client.ts';

/** The order of changes is that of `updated_at`, which the server sets; ids part those of one moment. */
export function changing(submissions: CollectionReference): Pick<Store, 'lastChange'> {
  const newest = submissions
    .orderBy('updated_at', 'desc')
    .orderBy(FieldPath.documentId(), 'desc')
    .limit(1);
  return {
    async lastChange() {
      const { docs } = await available(() => newest.get());
      return placeOf(docs[0]);
    },
  };
}

function placeOf(snapshot: DocumentSnapshot | undefined): string {
  const { seconds, nanoseconds } = (snapshot?.get('updated_at') ??
    new Timestamp(0, 0)) as Timestamp;
  return `${seconds} ${nanoseconds} ${snapshot?.id ?? ''}`;
}
