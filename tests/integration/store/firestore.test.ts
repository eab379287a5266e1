import type { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../src/shared/follow-up.ts';
import { connect } from '../../../functions/store/firestore/client.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { damageDocument } from '../../support/worlds/each-engine.ts';
import { declaredIndexes, queryShape, unserved } from '../../support/servers/firestore-indexes.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { aRecord, second } from '../../support/builders/record.ts';
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

  test('reads the leads of a month that ended long ago once', async () => {
    const store = await open(`demo-${crypto.randomUUID()}`);
    const records = Array.from({ length: 30 }, (_, i) => aRecord({ created_at: second(i) }));
    await Promise.all(records.map((it) => store.create(it)));
    const readsOf = async (now: string) => {
      wire.takeBill();
      expect((await store.report('2025-11', new Date(now))).total.leads).toBe(30);
      return wire.takeBill().reads;
    };
    expect(await readsOf('2025-12-31')).toBe(32);
    expect(await readsOf('2025-12-31')).toBe(32);
    expect(await readsOf('2026-01-02')).toBe(33);
    expect(await readsOf('2026-01-02')).toBe(1);
    await store.close();
  });

  test.each([1, 2, 3, 4, 5])(
    'keeps no report of a lead that changes at its request %i',
    async (number) => {
      const projectId = `demo-${crypto.randomUUID()}`;
      const store = await open(projectId);
      const elsewhere = openFirestore({ projectId, emulatorHost }, console.log, { patienceMs });
      onTestFinished(async () => {
        wire.onRequest = () => undefined;
        await Promise.all([store.close(), elsewhere.close()]);
      });
      const lead = aRecord({ created_at: second(0) });
      await store.create(lead);
      const amountIn = async () =>
        (await store.report('2025-11', new Date('2026-01-02'))).total.amount;
      let requests = 0;
      wire.onRequest = () => {
        requests += 1;
        if (requests !== number) return undefined;
        const outcome: Outcome = { state: 'won', amount: 10, at: second(1), by: 'Ada' };
        return elsewhere.change(lead.id, (it) => ({ ...it, outcome }));
      };
      await amountIn();
      expect(requests).toBe(5);
      expect(await amountIn()).toBe(10);
    },
  );

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
