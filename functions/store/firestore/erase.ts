import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
  WriteBatch,
} from '@google-cloud/firestore';
import { isDocumentId, tombstoneOf, tombstoneSchema, tombstonesFound } from '../record.ts';
import type { Earlier } from '../../../src/shared/submission.ts';
import type { Erased, Erasure, ErasureLog, Store } from '../port.ts';
import type { Append } from './audit.ts';
import { changed, fieldMask, toTombstoneDocument } from './documents.ts';
import { available, inTime, isRefusal } from './client.ts';
import { keptReport } from './report.ts';

interface How extends Erasure {
  at: string;
  log?: ErasureLog | undefined;
}

type Erasing = Pick<Store, 'idsOf' | 'idsBefore' | 'erase' | 'tombstone' | 'tombstonesOf'>;

/**
 * How many leads a commit erases. A commit may have 10 MiB, including the index entries that it removes, and
 * a lead with as many search terms as it can have takes up less than a tenth of that.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
const erasedAtOnce = 10;

/** How many leads are read at once, to get past those that are owed. */
const readAtOnce = 200;

export function erasing(db: Firestore, submissions: CollectionReference, append: Append): Erasing {
  const idsIn = async (query: Query, limit: number): Promise<string[]> => {
    const { docs } = await available(() => query.select().limit(limit).get());
    return docs.map(({ id }) => id);
  };

  /** Without the leads that are erased or owed. */
  const leadsOf = async (
    ids: readonly string[],
    owedSince?: string,
  ): Promise<DocumentSnapshot[]> => {
    const refs = ids.map((id) => submissions.doc(id));
    const found = await available(() => db.getAll(...refs, { fieldMask }));
    return found.filter((it) => it.exists && !isErased(it) && !isOwed(it, owedSince));
  };

  /** Reads past the leads that are owed, until there are enough of the others or no more. */
  const notOwed = async (
    query: Query,
    limit: number,
    owedSince?: string,
    count = limit,
  ): Promise<string[]> => {
    const { docs } = await available(() => query.limit(count).get());
    const others = docs.filter((it) => !isOwed(it, owedSince)).slice(0, limit);
    const ids = others.map(({ id }) => id);
    const last = docs.at(-1);
    if (!last || docs.length < count || ids.length === limit) return ids;
    const missing = limit - ids.length;
    const rest = query.startAfter(last);
    return [...ids, ...(await notOwed(rest, missing, owedSince, Math.max(missing, readAtOnce)))];
  };

  /** The leads whose marks name one of these, without these. */
  const naming = async (ids: readonly string[]): Promise<DocumentSnapshot[]> => {
    if (ids.length === 0) return [];
    const query = submissions.where('earlier_ids', 'array-contains-any', [...ids]);
    const { docs } = await available(() => query.select('earlier').get());
    return docs.filter((it) => !ids.includes(it.id));
  };

  const forget = (
    ids: readonly string[],
    others: readonly DocumentSnapshot[],
    batch: WriteBatch,
  ) => {
    for (const it of others) {
      const named = (it.get('earlier') ?? []) as Earlier[];
      const earlier = named.filter(({ id }) => !ids.includes(id));
      batch.update(it.ref, changed({ earlier, earlier_ids: earlier.map(({ id }) => id) }));
    }
  };

  /**
   * The tombstone replaces the whole document, so the id stays taken. An entry of the audit log must be true,
   * so a logged erasure is refused if a lead has changed: only `update` takes a precondition, only `set`
   * replaces all fields, and a commit keeps their order.
   */
  const bury = (leads: readonly DocumentSnapshot[], how: How, batch: WriteBatch) => {
    const { at, log, personHash } = how;
    const months = new Set<string>();
    for (const lead of leads) {
      const { id, ref, updateTime: lastUpdateTime } = lead;
      const tombstone = tombstoneOf(id, at, lead.data(), personHash);
      if (log && lastUpdateTime) batch.update(ref, { erased_at: at }, { lastUpdateTime });
      batch.set(ref, toTombstoneDocument(tombstone));
      if (tombstone.figures) months.add(tombstone.figures.day.slice(0, 7));
    }
    // It names the advertisements of its leads.
    for (const month of months) batch.set(keptReport(db, month), {});
  };

  /** Returns how many leads were erased. */
  const commit = async (ids: readonly string[], how: How): Promise<number> => {
    const { log, owedSince } = how;
    let count = 0;
    const prepare = async () => {
      const leads = await leadsOf(ids, owedSince);
      const named = leads.map(({ id }) => id);
      const others = await naming(named);
      count = leads.length;
      const write = (batch: WriteBatch) => {
        forget(named, others, batch);
        bury(leads, how, batch);
      };
      return { named, write };
    };
    if (!log) {
      const { write } = await prepare();
      const batch = db.batch();
      write(batch);
      if (count > 0) await available(() => batch.commit());
      return count;
    }
    // The leads are read after the head, so that if two erase the same lead, only one entry names it. If
    // a lead changes before the commit, it may be owed by then, so all of them are read again.
    const entry = await append(async (head) => {
      const { named, write } = await prepare();
      return count === 0 ? undefined : { entry: await log.link(head, named), write };
    });
    if (entry) log.written(entry);
    return count;
  };

  /** If a commit is refused, erases each lead by itself, so that only one that can't be erased stays. */
  const eraseGroup = async (ids: readonly string[], how: How): Promise<Erased> => {
    try {
      return { count: await inTime(() => commit(ids, how)), refused: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (ids.length === 1) return { count: 0, refused: [...ids] };
      let erased: Erased = { count: 0, refused: [] };
      for (const id of ids) erased = sum(erased, await eraseGroup([id], how));
      return erased;
    }
  };

  return {
    idsOf: (email, limit) => idsIn(submissions.where('email_folded', '==', email), limit),
    idsBefore(time, limit, owedSince) {
      const old = submissions.where('created_at', '<', time).orderBy('created_at');
      return notOwed(old.select('created_at', ...owedFields), limit, owedSince);
    },

    async erase(ids, at, log, how = {}) {
      let erased: Erased = { count: 0, refused: [] };
      const possible = [...new Set(ids)].filter(isDocumentId);
      for (let first = 0; first < possible.length; first += erasedAtOnce) {
        const group = possible.slice(first, first + erasedAtOnce);
        erased = sum(erased, await eraseGroup(group, { ...how, at, log }));
      }
      return erased;
    },

    async tombstone(id) {
      if (!isDocumentId(id)) return undefined;
      const snapshot = await available(() => submissions.doc(id).get());
      return isErased(snapshot) ? tombstoneSchema.parse(snapshot.data()) : undefined;
    },

    async tombstonesOf(hashes) {
      if (hashes.length === 0) return [];
      const theirs = submissions.where('person', 'array-contains-any', [...hashes]);
      const { docs } = await available(() => theirs.limit(tombstonesFound).get());
      return docs.flatMap((it) => tombstoneSchema.safeParse(it.data()).data ?? []);
    },
  };
}

const sum = (a: Erased, b: Erased): Erased => ({
  count: a.count + b.count,
  refused: [...a.refused, ...b.refused],
});

const owedFields = ['delivery.state', 'delivery.undelivered_since'];

const isOwed = (it: DocumentSnapshot, owedSince?: string): boolean =>
  owedSince !== undefined &&
  it.get('delivery.state') === 'pending' &&
  (it.get('delivery.undelivered_since') ?? '') >= owedSince;

export const isErased = (snapshot: DocumentSnapshot): boolean =>
  snapshot.get('erased_at') !== undefined;
