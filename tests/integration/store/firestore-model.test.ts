import { setTimeout } from 'node:timers/promises';
import { GoogleAuth } from 'google-auth-library';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { code, connect, inTime, throwIfLate } from '../../../functions/store/firestore/client.ts';
import { firestoreStore, openFirestore } from '../../../functions/store/firestore/engine.ts';
import type { Filter } from '../../../functions/store/paging.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { arrives, clientOf, type Travel } from '../../simulator/firestore/client.ts';
import { Database, refusal } from '../../simulator/firestore/database.ts';
import { storeContract } from './contract.ts';

const databases = new Map<string, Database>();

function databaseNamed(name: string): Database {
  const database = databases.get(name) ?? new Database(() => undefined);
  databases.set(name, database);
  return database;
}

/** The response to each write is lost, so the library sends it again. A pure delete is refused every other time. */
function unlucky(): Travel {
  let removals = 0;
  return async (name, apply) => {
    if (name.startsWith('commit delete') && removals++ % 2 === 0) throw refusal(code.aborted);
    if (name.startsWith('commit')) await arrives(name, apply);
    return arrives(name, apply);
  };
}

/** The simulator's results count only if its Firestore keeps the contract of the real one. */
for (const [title, travel] of [
  ['the simulated Firestore', arrives],
  ['the simulated Firestore, whose answers to writes are lost', unlucky()],
] as const) {
  const clientTo = (name: string) => clientOf(databaseNamed(name), travel);
  storeContract(
    title,
    (name, log = console.log) => Promise.resolve(firestoreStore(clientTo(name), log)),
    async (name, id, fields) => {
      await clientTo(name).collection('contact_submissions').doc(id).update(fields);
    },
  );
}

/** Runs without an emulator. firestore.test.ts checks the same over the wire. */
describe('the engine on the simulated Firestore', () => {
  const storeWith = (
    travel: Travel,
    patienceMs?: number,
    database = new Database(() => undefined),
  ) => firestoreStore(clientOf(database, travel), console.log, patienceMs);

  test('ends a call in time, and allows more time to calls that read or write many leads', async () => {
    const database = new Database(() => undefined);
    const taking = (ms: number) =>
      storeWith(
        async (...request) => setTimeout(ms).then(() => arrives(...request)),
        300,
        database,
      );
    const late = { name: 'StoreUnavailable', cause: { message: 'No answer in 300 ms.' } };
    await taking(0).create(aRecord({ id: 'a' }));
    await expect(taking(180).change('a', (it) => it)).rejects.toMatchObject(late);
    const submission = aRecord({ id: 'b' });
    const items = [{ kind: 'submission', submission }] as const;
    expect(await taking(180).add('submissions', items)).toEqual([true]);
    expect(await taking(180).erase(['a'], second(0))).toBe(1);
    await expect(taking(350).get('b')).rejects.toMatchObject(late);
    expect(await taking(350).won(second(0), second(1))).toEqual([]);
    expect(await taking(350).report('2025-12', 'source')).toMatchObject({
      month: '2025-12',
      held: 0,
    });
  });

  test('sends no request once a call has failed, or its time is up', async () => {
    const sent: string[] = [];
    const store = storeWith(async (name, apply) => {
      if (name === 'query spent') throw refusal(3);
      await setTimeout(name === 'query watch' ? 400 : 10);
      if (!name.startsWith('commit')) throwIfLate(); // Over gRPC, nothing else stops a write.
      sent.push(name);
      return apply();
    }, 300);
    await expect(store.report('2025-11', 'source')).rejects.toThrow(StoreUnavailable);
    await expect(store.changeWatch((it) => it)).rejects.toThrow(StoreUnavailable);
    await setTimeout(150);
    expect(sent).toEqual([]);
  });

  test('sends no request over the wire once its time is up', async () => {
    await using wire = await FirestoreWire.open();
    wire.fault = 'overloaded';
    wire.onRequest = () => setTimeout(900);
    const client = connect({ projectId: 'demo-late', emulatorHost: wire.host });
    const write = inTime(() => client.doc('contact_submissions/a').create({}), 600);
    await expect(write).rejects.toMatchObject({ name: 'Error', message: /aborted/ });
    const name = 'projects/demo-late/databases/(default)/documents/contact_submissions/a';
    expect(wire.commits).toMatchObject([[{ update: { name } }]]);
  });

  test('authenticates as the service account, in its project', async () => {
    using fetch = vi.spyOn(GoogleAuth.prototype, 'fetch').mockRejectedValue(new Error('offline'));
    const account = { projectId: 'leads', clientEmail: 'site@leads.example', privateKey: 'a key' };
    const read = inTime(() => connect(account).doc('watch/state').get(), 500);
    await expect(read).rejects.toThrow();
    expect(fetch.mock.calls[0]?.[0]).toContain('firestore.googleapis.com:443/v1/projects/leads/');
    const credentials = await (fetch.mock.contexts[0] as GoogleAuth).getCredentials();
    expect(credentials).toMatchObject({ client_email: account.clientEmail, private_key: 'a key' });
  });

  test.each([
    ['rest', 6000],
    ['grpc', 30_000],
  ] as const)('gives up over %s after %i ms', async (transport, ms) => {
    await using wire = await FirestoreWire.open();
    wire.fault = 'silent';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const place = { projectId: 'demo-slow', emulatorHost: wire.host };
    const call = openFirestore(place, console.log, { transport }).get('a');
    await Promise.all([
      expect(call).rejects.toMatchObject({ cause: { message: `No answer in ${ms} ms.` } }),
      vi.advanceTimersByTimeAsync(ms),
    ]);
  });

  test.each<Filter>([
    { from: second(2) },
    { to: second(1) },
    { industry: 'hvac' },
    { campaign: 'spring' },
    { outcome: 'won' },
  ])('reads no lead that the filter leaves out: %j', async (filter) => {
    let read = 0;
    const store = storeWith(async (name, apply) => {
      const answer = await arrives(name, apply);
      if (name.startsWith('query')) read += (answer as { docs: unknown[] }).docs.length;
      return answer;
    });
    await store.create(aRecord({ created_at: second(1) }));
    expect((await store.page({ filter, limit: 5 })).records).toEqual([]);
    expect(read).toBe(0);
  });

  test('keeps the id of an erased lead in no other document, not even in a field for queries', async () => {
    const database = new Database(() => undefined);
    const store = storeWith(arrives, undefined, database);
    const earlier = [{ id: 'first', at: second(0), by: 'both' as const }];
    for (const fields of [{ id: 'first' }, { id: 'later', earlier }])
      await store.create(aRecord(fields));
    await store.erase(['first'], second(0));
    expect(database.collection('contact_submissions').get('later')?.data).toMatchObject({
      earlier: [],
      earlier_ids: [],
    });
  });

  describe('a hit that cannot be counted', () => {
    const limit = { count: 30, windowMs: 600_000 };
    const now = new Date(second(0));
    const refusing = (...codes: number[]): Travel => {
      let last = 0;
      return (name, apply) => {
        if (!name.startsWith('commit')) return arrives(name, apply);
        last = codes.shift() ?? last;
        return Promise.reject(refusal(last));
      };
    };

    test.each([
      ['its try is always too late', [10]],
      ['time runs out', [9, 4]],
    ])('counts as over the limit if other hits keep winning, and %s', async (_, codes) => {
      const admission = await storeWith(refusing(...codes)).admit('key', 'mark', limit, now);
      expect(admission).toEqual({ admitted: false, until: now.getTime() + 60_000 });
    });

    test('is an error if no other hit caused the refusal', async () => {
      const admission = storeWith(refusing(14)).admit('key', 'mark', limit, now);
      await expect(admission).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });
  });
});
