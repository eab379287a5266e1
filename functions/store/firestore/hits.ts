import {
  Timestamp,
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
} from '@google-cloud/firestore';
import {
  expiryOf,
  countHit,
  type Admission,
  type Limit,
} from '../../intake/rate-limit/sliding-window.ts';
import { readHits } from '../hits.ts';
import { StoreUnavailable } from '../port.ts';
import { deadline } from './deadline.ts';
import { available, code, written } from './failure.ts';

/** Each conflict means that another was noted, so that either it is noted in the end or all is full. */
const mostTries = 50;

/** What was seen under each key. Firestore deletes it by the policy on `expires_at`, a day late perhaps. */
export class Hits {
  readonly #all: CollectionReference;

  constructor(db: Firestore) {
    this.#all = db.collection('sightings');
  }

  async admit(key: string, mark: string, limit: Limit, now: Date): Promise<Admission> {
    const late = deadline();
    const ref = this.#all.doc(key);
    for (let tries = 0; tries < mostTries; tries++) {
      const snapshot = await available(() => ref.get(), late);
      const stored = readHits(snapshot.get('seen') ?? []);
      const { admission, seen } = countHit(stored, mark, limit, now.getTime());
      if (!seen) return admission;
      const document = { seen, expires_at: Timestamp.fromMillis(expiryOf(seen, limit)) };
      if (await available(() => write(snapshot, document), late)) return admission;
    }
    throw new StoreUnavailable('Others kept changing what was seen');
  }
}

/** Whether it was, since nobody else has written in between. */
function write(
  { ref, exists, updateTime: lastUpdateTime }: DocumentSnapshot,
  document: Record<string, unknown>,
): Promise<boolean> {
  const writing = exists
    ? ref.update(document, lastUpdateTime ? { lastUpdateTime } : {})
    : ref.create(document);
  const { alreadyExists, notFound, failedPrecondition, aborted } = code;
  return written(writing, alreadyExists, notFound, failedPrecondition, aborted);
}
