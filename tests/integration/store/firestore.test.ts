import type { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { damageDocument } from '../../support/worlds/each-engine.ts';
import { declaredIndexes, queryShape, unserved } from '../../support/servers/firestore-indexes.ts';
import { adsWorld, google, won } from '../../support/worlds/ads-world.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { second } from '../../support/builders/record.ts';
import { storeContract } from './contract.ts';
import { combinations } from './contract/list.ts';
import type { Open } from './contract/opened.ts';

const emulatorHost = inject('firestoreHost') ?? '';

/** A busy emulator may take longer than a visitor would wait, which says nothing about the promises. */
const patienceMs = 60_000;

describe.skipIf(emulatorHost === '')('on a real emulator', () => {
  let wire: FirestoreWire;
  beforeAll(async () => {
    wire = await FirestoreWire.open(emulatorHost);
  });
  afterAll(() => wire[Symbol.asyncDispose]());

  const open: Open = (projectId, log = console.log) =>
    Promise.resolve(openFirestore({ projectId, emulatorHost: wire.host }, log, { patienceMs }));

  storeContract('Firestore', open, (projectId, id, fields) =>
    damageDocument({ projectId, emulatorHost }, id, fields),
  );

  test('dates hits for the policy that deletes them', async () => {
    const projectId = `demo-${crypto.randomUUID()}`;
    const store = await open(projectId);
    await store.admit('key', 'mark', { count: 2, windowMs: 1000 }, new Date(second(0)));
    const stored = await connect({ projectId, emulatorHost }).doc('sightings/key').get();
    expect((stored.get('expires_at') as Timestamp).toDate()).toEqual(new Date(second(1)));
    expect(declaredIndexes().overrides).toContainEqual({
      collectionGroup: 'sightings',
      fieldPath: 'expires_at',
      ttl: true,
      indexes: [],
    });
    await store.close();
  });

  test('marks a hundred won leads for an ad network in 40 requests', async () => {
    const store = await open(`demo-${crypto.randomUUID()}`);
    const leads = Array.from({ length: 100 }, () => won());
    const { take } = await adsWorld(() => Promise.resolve({ open: () => store }), ...leads);
    let requests = 0;
    wire.onRequest = () => (requests += 1);
    expect((await take(google)).rows).toHaveLength(100);
    wire.onRequest = () => undefined;
    expect(requests).toBeLessThanOrEqual(40);
    expect(await take(google)).toMatchObject({ leftOut: '100 left out: 100 taken before.' });
    await store.close();
  });

  // Emulators answer without indexes, but production refuses.
  describe('firestore.indexes.json', () => {
    const declared = declaredIndexes();

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
