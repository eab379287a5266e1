import { describe, expect, test, type TestContext } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { FirestoreWire, type Fault } from '../../support/servers/firestore-wire.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { emulatorHost } from '../../support/worlds/each-engine.ts';

/** The time limit of a call to these stores, and the longer limit on a busy machine. */
const patienceMs = 700;
const tooLateMs = 5 * patienceMs;

const calls: [string, (store: Store) => Promise<unknown>][] = [
  ['create', (store) => store.create(aRecord({ id: 'new' }))],
  ['get', (store) => store.get('kept')],
  ['change', (store) => store.change('kept', (it) => ({ ...it, tries: 9 }))],
  ['mark', (store) => store.mark(['kept', 'none'], () => ({ offered: {} }))],
  ['page', (store) => store.page({ filter: {}, limit: 5 })],
  ['search', (store) => store.page({ filter: { q: 'dana roe' }, limit: 5 })],
  ['due', (store) => store.due(second(0), 5)],
  ['undelivered', (store) => store.undelivered('pending', second(0))],
  ['waitingSince', (store) => store.waitingSince()],
  ['dueCalls', (store) => store.dueCalls(second(0), 5)],
  ['nextCall', (store) => store.nextCall('')],
  ['arrivals', (store) => store.arrivals('', 5)],
  ['watch', (store) => store.watch()],
  ['changeWatch', (store) => store.changeWatch((it) => it)],
  ['counts', (store) => store.counts()],
  ['lastChange', (store) => store.lastChange()],
  ['heldSince', (store) => store.heldSince()],
  ['rehearse', (store) => store.rehearse(aRecord())],
  ['browserReports', (store) => store.browserReports(['2026-03-02'])],
  ['changeBrowserReports', (store) => store.changeBrowserReports('2026-03-02', (it) => it)],
  ['removeBrowserReports', (store) => store.removeBrowserReports('2026-03-02')],
  ['leadsOf', (store) => store.leadsOf({ email: 'dana@example.com' }, 5)],
  ['idsBefore', (store) => store.idsBefore(second(0), 5)],
  ['optOuts', (store) => store.optOuts(['a'])],
  ['optOutList', (store) => store.optOutList()],
  ['changeOutbox', (store) => store.changeOutbox(['a'], (it) => it)],
  ['erase', (store) => store.erase(['kept'], second(0))],
  ['tombstone', (store) => store.tombstone('kept')],
  ['report', (store) => store.report('2025-11', 'industry')],
  ['spent', (store) => store.spent('2025-11')],
  ['changeSpent', (store) => store.changeSpent('2025-11', () => [])],
  ['appendAudit', (store) => appendTo(store)],
  ['audit', (store) => store.audit({ limit: 5 })],
  ['admit', (store) => store.admit('key', 'mark', { count: 2, windowMs: 1000 }, new Date(0))],
  ['hasRole', (store) => store.hasRole('dana', 'admin')],
  ['grantRole', (store) => store.grantRole('dana', 'admin')],
];

describe.skipIf(emulatorHost === '')('Firestore', () => {
  describe.concurrent.each<Fault>(['gone', 'silent', 'overloaded'])('while it is %s', (fault) => {
    test('fails every call in time, and loses no lead', async (context) => {
      const { expect } = context;
      const { store, hasty, wire } = await onWire(context);
      const kept = aRecord({ id: 'kept' });
      await store.create(kept);

      wire.fault = fault;
      const patience = AbortSignal.timeout(tooLateMs);
      const failures = await Promise.all(
        calls.map(([name, call]) =>
          call(hasty).then(
            () => [name, 'answered'],
            (error: unknown) => [
              name,
              patience.aborted ? 'too late' : error instanceof StoreUnavailable && !!error.cause,
            ],
          ),
        ),
      );
      expect(failures).toEqual(calls.map(([name]) => [name, true]));

      // A write that was sent just before the deadline may still arrive, and would be stored now.
      await wire.quiet();
      wire.fault = undefined;
      expect(await store.get('kept')).toEqual(kept);
      expect(await store.get('new')).toBeUndefined();
      expect(await store.hasRole('dana', 'admin')).toBe(false);
      expect(await store.create(aRecord({ id: 'new' }))).toBe(true);
    });
  });

  test('does not restore a lead that is removed before its change is written', async (context) => {
    const { store, wire, documents } = await onWire(context);
    const { id } = aRecord();
    await store.create(aRecord({ id }));
    let removed: Promise<unknown> | undefined;
    wire.onRequest = () => removed;
    const changed = await store.change(id, (lead) => {
      removed ??= documents.doc(id).delete();
      return { ...lead, tries: 1 };
    });
    expect(changed).toBeUndefined();
    expect(await store.get(id)).toBeUndefined();
  });

  test('stores a lead with a lost answer once, and reports it as new', async (context) => {
    const { store, wire } = await onWire(context);
    const record = aRecord();
    wire.loseAnswers(1);
    expect(await store.create(record)).toBe(true);
    expect(await store.create(record)).toBe(false);
    expect(await store.get(record.id)).toEqual(record);
  });
});

async function onWire({ onTestFinished }: TestContext) {
  const wire = await FirestoreWire.open();
  const projectId = `demo-${crypto.randomUUID()}`;
  const onTheWire = { projectId, emulatorHost: wire.host };
  const direct = connect({ projectId, emulatorHost });
  onTestFinished(() => wire[Symbol.asyncDispose]());
  return {
    wire,
    store: openFirestore(onTheWire, console.log),
    hasty: openFirestore(onTheWire, console.log, { patienceMs }),
    documents: direct.collection('contact_submissions'),
  };
}
