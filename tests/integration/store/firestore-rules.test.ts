import { readFileSync } from 'node:fs';
import {
  assertFails,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  addDoc,
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  query,
  setDoc,
  setLogLevel,
  updateDoc,
  where,
  type Firestore,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { aRecord } from '../../support/builders/record.ts';
import { emulatorHost } from '../../support/worlds/each-engine.ts';

type Client = [who: string, open: (env: RulesTestEnvironment) => Firestore];

const clients: Client[] = [
  ['a stranger', (env) => as(env.unauthenticatedContext())],
  ['a signed-in visitor', (env) => as(env.authenticatedContext('visitor'))],
  // The role is for the functions: it opens nothing to a client.
  ['an admin', (env) => as(env.authenticatedContext('boss', { admin: true, role: 'admin' }))],
];

/** All collections and some documents, including the user's own role; and a collection that doesn't exist. */
const collections: [name: string, ...documents: string[]][] = [
  ['contact_submissions', 'kept', 'kept/notes/first'],
  ['user_roles', 'boss_admin', 'visitor_admin'],
  ['audit_log', '1'],
  ...[
    'audit_imported',
    'sightings',
    'opt_outs',
    'rights',
    'spent',
    'untold',
    'watch',
    'settings',
  ].map((name): [string, string] => [name, 'first']),
];

describe.skipIf(emulatorHost === '')('the rules', () => {
  const projectId = `demo-${crypto.randomUUID()}`;
  let env: RulesTestEnvironment;

  beforeAll(async () => {
    // The client warns about each refusal, which the tests want.
    setLogLevel('silent');
    const [host = '', port] = emulatorHost.split(':');
    const rules = readFileSync('firestore.rules', 'utf8');
    env = await initializeTestEnvironment({
      projectId,
      firestore: { host, port: Number(port), rules },
    });
    const store = openFirestore({ projectId, emulatorHost }, console.log);
    await store.create(aRecord({ id: 'kept' }));
    await store.grantRole('boss', 'admin');
    await appendTo(store);
    await store.close();
  });
  afterAll(() => env.cleanup());

  test('don’t affect the functions', async () => {
    const store = openFirestore({ projectId, emulatorHost }, console.log);
    expect(await store.get('kept')).toMatchObject({ id: 'kept' });
    expect(await store.hasRole('boss', 'admin')).toBe(true);
    await store.close();
  });

  test('refuse clients, who could read without them', async () => {
    await env.withSecurityRulesDisabled(async (context) => {
      const found = await getDoc(doc(as(context), 'contact_submissions/kept'));
      expect(found.exists()).toBe(true);
    });
  });

  describe.each(clients)('let %s', (_, open) => {
    test.each(collections)('neither read, list nor write %s', async (name, ...documents) => {
      const db = open(env);
      for (const it of documents.map((id) => doc(db, `${name}/${id}`))) {
        await assertFails(getDoc(it));
        await assertFails(setDoc(it, { role: 'admin' }));
        await assertFails(setDoc(it, { role: 'admin' }, { merge: true }));
        await assertFails(updateDoc(it, { role: 'admin' }));
        await assertFails(deleteDoc(it));
      }
      const all = collection(db, name);
      await assertFails(getDocs(all));
      await assertFails(getDocs(query(all, where('user_id', '==', 'boss'))));
      await assertFails(getDocs(collectionGroup(db, name)));
      await assertFails(addDoc(all, { user_id: 'boss', role: 'admin' }));
    });
  });
});

const as = (context: ReturnType<RulesTestEnvironment['unauthenticatedContext']>): Firestore =>
  context.firestore() as unknown as Firestore;
