import {
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
  type Timestamp,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import { foldEmail, isDocumentId } from '../record.ts';
import { foldPhone } from '../../../src/shared/phone.ts';
import { fillPage } from '../paging.ts';
import type { Store } from '../port.ts';
import { appending, auditLog } from './audit.ts';
import { hits, optOuts, roles, watching } from './beside-leads.ts';
import {
  connect,
  type Connection,
  type Transport,
  usualPatience,
  available,
  changeOnce,
  eachInTime,
  code,
  written,
} from './client.ts';
import {
  lastChanged,
  latestWith,
  newestFirst,
  read,
  toDocument,
  toRecord,
  trialsBefore,
} from './documents.ts';
import { erasing, isErased } from './erase.ts';
import { reporting } from './report.ts';
import { keptDocuments } from './kept-documents.ts';
import { leadsThatWait } from './waits.ts';

const sweptAtOnce = 200;

interface Options {
  transport?: Transport | undefined;
  /** How long a call may take. */
  patienceMs?: number;
}

export const openFirestore = (
  connection: Connection,
  log: Log,
  { transport, patienceMs }: Options = {},
): Store => firestoreStore(connect(connection, transport), log, patienceMs);

/** The engine of production, on whichever client it gets. */
export function firestoreStore(db: Firestore, log: Log, patienceMs = usualPatience): Store {
  const submissions = db.collection('contact_submissions');
  const append = appending(db);

  return {
    ...eachInTime(
      {
        ...leads(submissions, log),
        ...trials(db, submissions),
        ...leadsThatWait(submissions, log),
        ...erasing(db, submissions, append),
        ...optOuts(db, append),
        ...auditLog(db, append),
        ...hits(db),
        ...watching(db),
        ...roles(db),
      },
      patienceMs,
    ),
    // An admin waits for it, and it may read 20,000 leads.
    ...eachInTime(reporting(db, submissions), 4 * patienceMs),
    // A page of thousands may take longer, so each of its requests has its own deadline.
    ...keptDocuments(db, submissions),
    // Over REST there is no connection to close, and `terminate` makes a read that was given up crash.
    close: () => Promise.resolve(),
  };
}

type Leads = Pick<Store, 'create' | 'get' | 'change' | 'page' | 'latestOf' | 'lastChange'>;

function leads(submissions: CollectionReference, log: Log): Leads {
  const find = async (id: string): Promise<DocumentSnapshot | undefined> => {
    if (!isDocumentId(id)) return undefined;
    const snapshot = await available(() => submissions.doc(id).get());
    return snapshot.exists && !isErased(snapshot) ? snapshot : undefined;
  };

  return {
    async create(record) {
      const ref = submissions.doc(record.id);
      const stamp = crypto.randomUUID();
      const document = { ...toDocument(record), stamp };
      if (await available(() => written(ref.create(document), code.alreadyExists))) return true;
      // It may be ours: the answer was lost, and the library tried again and was refused.
      return (await available(() => ref.get())).get('stamp') === stamp;
    },

    async get(id) {
      const snapshot = await find(id);
      return snapshot && toRecord(snapshot);
    },

    change(id, decide) {
      const change = {
        find: () => find(id),
        decide: (snapshot: DocumentSnapshot) => decide(toRecord(snapshot)),
        toDocument,
      };
      return changeOnce(change, `Submission ${id} kept changing while it was being written.`);
    },

    page(query) {
      return fillPage(query, (after, count) =>
        read(newestFirst(submissions, query.filter, after), count, log),
      );
    },

    async latestOf({ email, phone }) {
      const digits = foldPhone(phone);
      const latest = async (field: 'email_folded' | 'phone_folded', value: string | null) =>
        value === null ? undefined : (await read(latestWith(submissions, field, value), 1, log))[0];
      const [byEmail, byPhone] = await Promise.all([
        latest('email_folded', foldEmail(email)),
        latest('phone_folded', digits),
      ]);
      return { byEmail, byPhone };
    },

    async lastChange() {
      const { docs } = await available(() => lastChanged(submissions).get());
      const { seconds = 0, nanoseconds = 0 } = (docs[0]?.get('updated_at') ??
        {}) as Partial<Timestamp>;
      return `${seconds} ${nanoseconds} ${docs[0]?.id ?? ''}`;
    },
  };
}

const trials = (
  db: Firestore,
  submissions: CollectionReference,
): Pick<Store, 'removeTrial' | 'sweepTrials'> => ({
  async removeTrial(id) {
    await available(() => submissions.doc(id).delete());
  },

  async sweepTrials(before) {
    const old = trialsBefore(submissions, before).select().limit(sweptAtOnce);
    const { docs } = await available(() => old.get());
    const batch = db.batch();
    for (const { ref } of docs) batch.delete(ref);
    if (docs.length > 0) await available(() => batch.commit());
    return docs.length;
  },
});
