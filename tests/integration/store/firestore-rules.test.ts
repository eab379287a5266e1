import { readFileSync } from 'node:fs';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  addDoc,
  collection,
  collectionGroup,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  getFirestore,
  query,
  setDoc,
  setLogLevel,
  updateDoc,
  where,
} from 'firebase/firestore';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { aRecord } from '../../support/builders/record.ts';
import { emulatorHost } from '../../support/worlds/each-engine.ts';

/** A client of each kind. The role is for the functions: it gives a client no access. */
const clients: [who: string, user?: { sub: string; admin?: boolean; role?: string }][] = [
  ['a stranger'],
  ['a signed-in visitor', { sub: 'visitor' }],
  ['an admin', { sub: 'boss', admin: true, role: 'admin' }],
];

/** All collections and some documents, including the user's own role; and a collection that doesn't exist. */
const collections: [name: string, ...documents: string[]][] = [
  ['contact_submissions', 'kept', 'kept/notes/first'],
  ['user_roles', 'boss_admin', 'visitor_admin'],
  ['audit_log', '1'],
  ...[
    'sightings',
    'opt_outs',
    'rights',
    'spent',
    'rehearsal',
    'watch',
    'browser_reports',
    'settings',
  ].map((name): [string, string] => [name, 'first']),
];

describe.skipIf(emulatorHost === '')('the rules', () => {
  const projectId = `demo-${crypto.randomUUID()}`;
  const [host = '', port] = emulatorHost.split(':');

  /** Publishes rules in the emulator: https://firebase.google.com/docs/rules/emulator-setup */
  async function publishRules(content: string): Promise<void> {
    const url = `http://${emulatorHost}/emulator/v1/projects/${projectId}:securityRules`;
    const body = JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } });
    const response = await fetch(url, { method: 'PUT', body });
    expect(response.status).toBe(200);
  }

  function open(mockUserToken?: { sub: string }) {
    const app = initializeApp({ projectId }, crypto.randomUUID());
    const db = getFirestore(app);
    connectFirestoreEmulator(db, host, Number(port), mockUserToken ? { mockUserToken } : {});
    return { db, [Symbol.asyncDispose]: () => deleteApp(app) };
  }

  const rules = readFileSync('firestore.rules', 'utf8');

  beforeAll(async () => {
    // The client library warns about each refusal, which the tests expect.
    setLogLevel('silent');
    const store = openFirestore({ projectId, emulatorHost }, console.log);
    await store.create(aRecord({ id: 'kept' }));
    await store.grantRole('boss', 'admin');
    await appendTo(store);
    await store.close();
    await publishRules(rules);
  });

  test('do not affect the functions', async () => {
    const store = openFirestore({ projectId, emulatorHost }, console.log);
    expect(await store.get('kept')).toMatchObject({ id: 'kept' });
    expect(await store.hasRole('boss', 'admin')).toBe(true);
    await store.close();
  });

  test('refuse clients, who could read without them', async () => {
    await using client = open();
    await publishRules(rules.replace('if false', 'if true'));
    const found = await getDoc(doc(client.db, 'contact_submissions/kept'));
    await publishRules(rules);
    expect(found.exists()).toBe(true);
  });

  const expectRefusal = (call: Promise<unknown>) =>
    expect(call).rejects.toMatchObject({ code: 'permission-denied' });

  describe.each(clients)('for %s', (_, user) => {
    test.each(collections)('refuse to read, list and write %s', async (name, ...documents) => {
      await using client = open(user);
      const { db } = client;
      for (const reference of documents.map((id) => doc(db, `${name}/${id}`))) {
        await expectRefusal(getDoc(reference));
        await expectRefusal(setDoc(reference, { role: 'admin' }));
        await expectRefusal(setDoc(reference, { role: 'admin' }, { merge: true }));
        await expectRefusal(updateDoc(reference, { role: 'admin' }));
        await expectRefusal(deleteDoc(reference));
      }
      const all = collection(db, name);
      await expectRefusal(getDocs(all));
      await expectRefusal(getDocs(query(all, where('user_id', '==', 'boss'))));
      await expectRefusal(getDocs(collectionGroup(db, name)));
      await expectRefusal(addDoc(all, { user_id: 'boss', role: 'admin' }));
    });
  });
});
