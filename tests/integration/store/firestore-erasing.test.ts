import { Timestamp } from '@google-cloud/firestore';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { toDocument } from '../../../functions/store/firestore/documents.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { firstMisfit } from '../../../src/shared/audit.ts';
import { appendTo, erasureLog } from '../../support/builders/audit.ts';
import { withoutChance } from '../../support/builders/requests.ts';
import { inflatedRecord, storedBytes, type Write } from '../../support/servers/firestore-bill.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { aRecord, followedUp, second } from '../../support/builders/record.ts';

const emulatorHost = inject('firestoreHost') ?? '';

/** How much one commit may change, including index entries. */
const limit = 10 * 1024 * 1024;

/** Counts each lead once: a commit may write it twice, but removes its index entries once. */
const idsIn = (writes: readonly Write[]): string[] => [
  ...new Set(writes.flatMap(({ update }) => update?.name.split('/contact_submissions/')[1] ?? [])),
];

async function open() {
  const wire = await FirestoreWire.open(emulatorHost);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const projectId = `demo-${crypto.randomUUID()}`;
  const store = openFirestore({ projectId, emulatorHost: wire.host }, console.log);
  const direct = openFirestore({ projectId, emulatorHost }, console.log);
  return { wire, store, log: erasureLog(), direct, db: connect({ projectId, emulatorHost }) };
}

describe.skipIf(emulatorHost === '')('erasing in Firestore', () => {
  test('erases the biggest leads in commits that are not too big', async () => {
    const { wire, store, log, direct } = await open();
    const inflated = Array.from({ length: 25 }, () => inflatedRecord());
    const ids = inflated.map(({ id }) => id);
    const bytes = storedBytes('contact_submissions', ids[0] ?? '', toDocument(inflatedRecord()));
    await direct.keep(inflated.map((submission) => ({ kind: 'submission', submission })));
    let most = 0;
    wire.isTooBig = (writes) => {
      most = Math.max(most, idsIn(writes).length);
      return false;
    };
    expect(await store.erase(ids, second(0), log)).toBe(25);
    expect(log.named().toSorted()).toEqual(ids.toSorted());
    expect(await direct.idsBefore(second(99_999_999), 5)).toEqual([]);
    expect(most * bytes).toBeLessThan(limit / 2);
  });

  test('is logged once even if the commit’s answer was lost', async () => {
    const { wire, store, log } = await open();
    await store.create(aRecord({ id: 'a' }));
    wire.loseAnswers(1);
    expect(await store.erase(['a'], second(0), log)).toBe(1);
    expect(log.named()).toEqual(['a']);
    expect((await store.audit({ limit: 9 })).entries).toHaveLength(1);
  });

  test('has no word of a person in any document after erasing', async () => {
    const { store, db } = await open();
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
    expect(withoutChance(JSON.stringify(left))).not.toMatch(
      /dana|roe|713|katy|203\.0|spring|beagle|zeppelin/i,
    );
  });

  test('shows an audit entry that was edited, removed or renumbered', async () => {
    const { store, db } = await open();
    const entries = db.collection('audit_log');
    for (let i = 0; i < 4; i++) await appendTo(store);
    const misfit = async () => {
      const read = await store.audit({ limit: 9 });
      return firstMisfit(read.entries.toReversed(), read.head);
    };
    const kept = (await entries.doc('2').get()).data() ?? {};
    expect(await misfit()).toBeUndefined();

    await entries.doc('2').update({ 'by.name': 'nobody' });
    expect(await misfit()).toEqual({ number: 2, why: 'altered' });
    await entries.doc('2').update({ number: 'two' });
    expect(await misfit()).toEqual({ number: 2, why: 'missing' });
    await entries.doc('2').delete();
    expect(await misfit()).toEqual({ number: 2, why: 'missing' });
    await entries.doc('2').set(kept);
    expect(await misfit()).toBeUndefined();
  });

  test('goes on with the audit log after its end was damaged, and shows where', async () => {
    const { store, db } = await open();
    await db.doc('audit_head/head').set({ count: 'one' });
    for (let i = 0; i < 2; i++) await appendTo(store);
    await db.collection('audit_log').doc('2').set({ number: 2 });
    for (let i = 0; i < 2; i++) await appendTo(store);
    const { entries, head } = await store.audit({ limit: 9 });
    expect(head.count).toBe(4);
    expect(await firstMisfit(entries.toReversed(), head)).toEqual({ number: 2, why: 'altered' });
  });
});
