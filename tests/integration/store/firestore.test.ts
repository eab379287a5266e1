import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { toDocument } from '../../../functions/store/firestore/documents.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { anEntry, appendTo, erasureLog } from '../../support/builders/audit.ts';
import { withoutChance } from '../../support/builders/requests.ts';
import { inflatedRecord, storedBytes, type Write } from '../../support/servers/firestore-bill.ts';
import { damageDocument, emulatorHost } from '../../support/worlds/each-engine.ts';
import { declared, queryShape, unserved } from '../../support/servers/firestore-indexes.ts';
import { adsWorld, google, won } from '../../support/worlds/staff-world.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { aRecord, followedUp, second } from '../../support/builders/record.ts';
import { storeContract } from './contract.ts';
import { combinations } from './contract/list.ts';
import type { Open } from './contract/opened.ts';

/** A busy emulator may take longer than a visitor would wait, which the promises don't cover. */
const patienceMs = 60_000;

/** The maximum size of one commit, including index entries. */
const commitLimit = 10 * 1024 * 1024;

/** Each lead once: a commit that writes a lead twice removes its index entries only once. */
const idsIn = (writes: readonly Write[]): string[] => [
  ...new Set(writes.flatMap(({ update }) => update?.name.split('/contact_submissions/')[1] ?? [])),
];

describe.skipIf(emulatorHost === '')('Firestore on a real emulator', () => {
  let wire: FirestoreWire;
  beforeAll(async () => {
    wire = await FirestoreWire.open();
  });
  afterAll(() => wire[Symbol.asyncDispose]());

  const open: Open = (projectId, log = console.log) =>
    Promise.resolve(openFirestore({ projectId, emulatorHost: wire.host }, log, { patienceMs }));

  storeContract('Firestore', open, (projectId, id, fields) =>
    damageDocument({ projectId, emulatorHost }, id, fields),
  );

  const opened = async () => {
    const projectId = `demo-${crypto.randomUUID()}`;
    const store = await open(projectId);
    onTestFinished(() => store.close());
    return { projectId, store, db: connect({ projectId, emulatorHost }) };
  };

  test('dates hits for the policy that deletes them', async () => {
    const { store, db } = await opened();
    await store.admit('key', 'mark', { count: 2, windowMs: 1000 }, new Date(second(0)));
    const stored = await db.doc('sightings/key').get();
    expect((stored.get('expires_at') as Timestamp).toDate()).toEqual(new Date(second(1)));
    expect(declared.overrides).toContainEqual({
      collectionGroup: 'sightings',
      fieldPath: 'expires_at',
      ttl: true,
      indexes: [],
    });
  });

  test('marks a hundred won leads for an ad network in 40 requests', async () => {
    const { store } = await opened();
    const leads = Array.from({ length: 100 }, () => won());
    const { take } = await adsWorld(() => Promise.resolve({ open: () => store }), ...leads);
    let requests = 0;
    wire.onRequest = () => (requests += 1);
    expect((await take(google)).rows).toHaveLength(100);
    wire.onRequest = () => undefined;
    expect(requests).toBeLessThanOrEqual(40);
    expect(await take(google)).toMatchObject({ leftOut: '100 left out: 100 taken before.' });
  });

  test('erases the largest leads in commits within Firestore’s size limit', async () => {
    const { projectId, store } = await opened();
    const direct = openFirestore({ projectId, emulatorHost }, console.log, { patienceMs });
    const log = erasureLog();
    const inflated = Array.from({ length: 25 }, () => inflatedRecord());
    const ids = inflated.map(({ id }) => id);
    const bytes = storedBytes('contact_submissions', ids[0] ?? '', toDocument(inflatedRecord()));
    await direct.add(
      'submissions',
      inflated.map((submission) => ({ kind: 'submission', submission })),
    );
    wire.commits.length = 0;
    expect(await store.erase(ids, second(0), { log })).toBe(25);
    expect(log.named().toSorted()).toEqual(ids.toSorted());
    expect(await direct.idsBefore(second(99_999_999), 5)).toEqual([]);
    const most = Math.max(...wire.commits.map((it) => idsIn(it).length));
    expect(most * bytes).toBeLessThan(commitLimit / 2);
  });

  test('has no word of a person in any document after erasing', async () => {
    const { store, db } = await opened();
    const record = aRecord({ ...followedUp, attribution: { utm_campaign: 'spring' } });
    await store.create(record);
    await store.change(record.id, (it) => ({ ...it, tries: 3 }));
    await store.erase([record.id], second(0));
    const names = (await db.listCollections()).map(({ id }) => id);
    expect(names.toSorted()).toEqual(['contact_submissions']);
    const all = names.map(async (it) => (await db.collection(it).get()).docs);
    const left = (await Promise.all(all)).flat().map((it) => it.data());
    expect(left).toContainEqual({
      ...(await store.tombstone(record.id)),
      updated_at: expect.any(Timestamp) as Timestamp,
    });
    expect(left).toHaveLength(1);
    // Its nanoseconds may have any digits.
    const words = JSON.stringify(left.map((it) => ({ ...it, updated_at: undefined })));
    expect(withoutChance(words)).not.toMatch(/dana|roe|713|katy|203\.0|spring|beagle|zeppelin/i);
  });

  test('lists audit entries of earlier versions, which had numbers, and damaged ones', async () => {
    const { store, db } = await opened();
    const old = { ...anEntry(), at: second(1), number: 1, previous: '0', hash: '1' };
    const damaged = { at: second(2) };
    await db.collection('audit_log').doc('1').set(old);
    await db.collection('audit_log').doc('2').set(damaged);
    const newest = await appendTo(store, undefined, second(3));
    const { entries, next } = await store.audit({ limit: 2 });
    expect(entries).toMatchObject([newest, damaged]);
    expect((await store.audit({ limit: 2, after: next })).entries).toEqual([old]);
    const { number, previous, hash, ...entry } = old;
    const read = (await Array.fromAsync(store.all('audit_log'))).flat();
    expect(read).toContainEqual({ kind: 'action', entry });
    expect(read).toContainEqual({ kind: 'damaged', of: 'action', id: '2' });
  });

  // Emulators answer without indexes, but production refuses.
  describe('firestore.indexes.json', () => {
    test('has the index of every query, including all queries of the tests above', async () => {
      const store = await open('demo-indexes');
      const after = { time: second(0), id: 'a' };
      for (const filter of combinations()) {
        await store.page({ filter, limit: 5 });
        await store.page({ filter, limit: 5, after });
      }
      await store.due(second(0), 5);
      await store.close();
      expect(wire.queries.length).toBeGreaterThan(100);
      expect(unserved(wire.queries.map(queryShape), declared)).toEqual([]);
    });

    test.each(declared.composite.map(({ fields }) => [fields]))(
      'has no unused index: %j',
      (fields) => {
        const composite = declared.composite.filter((it) => it.fields !== fields);
        expect(composite).toHaveLength(declared.composite.length - 1);
        const shapes = wire.queries.map(queryShape);
        expect(unserved(shapes, { ...declared, composite })).not.toEqual([]);
      },
    );
  });
});
