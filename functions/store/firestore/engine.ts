import {
  type CollectionReference,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import { foldEmail, isDocumentId } from '../record.ts';
import { foldPhone } from '../../../src/shared/phone.ts';
import { roleId } from '../kept.ts';
import { fillPage } from '../paging.ts';
import type { Store } from '../port.ts';
import { appending, auditLog } from './audit.ts';
import { changing } from './changes.ts';
import {
  connect,
  type Connection,
  type Transport,
  deadline,
  available,
  changeOnce,
  code,
  written,
} from './client.ts';
import { latestWith, newestFirst, read, toDocument, toRecord, trialsBefore } from './documents.ts';
import { erasing, isErased } from './erase.ts';
import { reporting } from './report.ts';
import { keptDocuments } from './kept-documents.ts';
import { optOuts } from './opt-outs.ts';
import { hits } from './hits.ts';
import { leadsThatWait } from './waits.ts';
import { watching } from './watch.ts';

const sweptAtOnce = 200;

export const openFirestore = (connection: Connection, log: Log, transport?: Transport): Store =>
  firestoreStore(connect(connection, transport), log);

/** The engine of production, on whichever client it gets. */
export function firestoreStore(db: Firestore, log: Log): Store {
  const submissions = db.collection('contact_submissions');
  const append = appending(db);

  return {
    ...leads(submissions, log),
    ...leadsThatWait(submissions, log),
    ...changing(submissions, log),
    ...reporting(submissions),

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

    ...erasing(db, submissions, append),
    ...optOuts(db, append),
    ...auditLog(db, append),
    ...keptDocuments(db, submissions),
    ...hits(db),
    ...watching(db),
    ...roles(db),

    // Over REST there is no connection to close, and `terminate` makes a read that was given up crash.
    close: () => Promise.resolve(),
  };
}

type Leads = Pick<Store, 'create' | 'get' | 'change' | 'page' | 'latestOf'>;

function leads(submissions: CollectionReference, log: Log): Leads {
  const find = async (id: string, late?: AbortSignal): Promise<DocumentSnapshot | undefined> => {
    if (!isDocumentId(id)) return undefined;
    const snapshot = await available(() => submissions.doc(id).get(), late);
    return snapshot.exists && !isErased(snapshot) ? snapshot : undefined;
  };

  return {
    async create(record) {
      const late = deadline();
      const ref = submissions.doc(record.id);
      const stamp = crypto.randomUUID();
      const document = { ...toDocument(record), stamp };
      if (await available(() => written(ref.create(document), code.alreadyExists), late))
        return true;
      // It may be ours: the answer was lost, and the library tried again and was refused.
      return (await available(() => ref.get(), late)).get('stamp') === stamp;
    },

    async get(id) {
      const snapshot = await find(id);
      return snapshot && toRecord(snapshot);
    },

    change(id, decide) {
      const change = {
        find: (late: AbortSignal) => find(id, late),
        decide: (snapshot: DocumentSnapshot) => decide(toRecord(snapshot)),
        toDocument,
      };
      return changeOnce(change, `Submission ${id} kept changing while it was being written.`);
    },

    page(query) {
      const late = deadline();
      return fillPage(query, (after, count) =>
        read(newestFirst(submissions, query.filter, after), count, late, log),
      );
    },

    async latestOf({ email, phone }) {
      const late = deadline();
      const digits = foldPhone(phone);
      const latest = async (field: 'email_folded' | 'phone_folded', value: string | null) =>
        value === null
          ? undefined
          : (await read(latestWith(submissions, field, value), 1, late, log))[0];
      const [byEmail, byPhone] = await Promise.all([
        latest('email_folded', foldEmail(email)),
        latest('phone_folded', digits),
      ]);
      return { byEmail, byPhone };
    },
  };
}

function roles(db: Firestore): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> {
  const find = (userId: string, role: string): DocumentReference | undefined => {
    const id = roleId({ user_id: userId, role });
    return isDocumentId(id) ? db.collection('user_roles').doc(id) : undefined;
  };

  return {
    async hasRole(userId, role) {
      const ref = find(userId, role);
      return ref !== undefined && (await available(() => ref.get())).exists;
    },

    async grantRole(userId, role) {
      const ref = find(userId, role);
      if (!ref) throw new TypeError('No user can have this id');
      await available(() => ref.set({ user_id: userId, role }));
    },

    async revokeRole(userId, role) {
      const ref = find(userId, role);
      if (ref) await available(() => ref.delete());
    },
  };
}
