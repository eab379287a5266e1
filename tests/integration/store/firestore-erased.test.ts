import { Timestamp } from '@google-cloud/firestore';
import { describe, expect, inject, test } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { firstMisfit } from '../../../src/shared/audit.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { withoutChance } from '../../support/builders/chance.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const emulatorHost = inject('firestoreHost') ?? '';

describe.skipIf(emulatorHost === '')('Firestore', () => {
  const open = () => {
    const connection = { projectId: `demo-${crypto.randomUUID()}`, emulatorHost };
    const store = openFirestore(connection, console.log);
    return { store, db: connect(connection) };
  };

  test('has no word of a person in any document after erasing', async () => {
    const { store, db } = open();
    const record = aRecord({ attribution: { utm_campaign: 'spring' } });
    await store.create(record);
    await store.change(record.id, (it) => ({ ...it, tries: 3 }));
    // It names the campaign, and is kept.
    const { ads } = await store.report('2025-11', new Date('2026-11-01'));
    expect(ads).toEqual([{ name: 'spring', leads: 1 }]);
    await store.erase([record.id], second(0));
    const names = (await db.listCollections()).map(({ id }) => id);
    expect(names.toSorted()).toEqual(['contact_submissions', 'reports']);
    const all = names.map(async (it) => (await db.collection(it).get()).docs);
    const left = (await Promise.all(all)).flat().map((it) => it.data());
    expect(left).toContainEqual({
      ...(await store.tombstone(record.id)),
      updated_at: expect.any(Timestamp) as Timestamp,
    });
    expect(left).toHaveLength(2);
    expect(withoutChance(JSON.stringify(left))).not.toMatch(/dana|roe|713|katy|203\.0|spring/i);
  });

  test('erases a record that was damaged by hand', async () => {
    const { store, db } = open();
    const record = aRecord();
    await store.create(record);
    await db.doc(`contact_submissions/${record.id}`).update({ consent: 'none', attempts: 7 });
    expect(await store.idsOf(record.email, 5)).toEqual([record.id]);
    expect(await store.erase([record.id], second(0))).toMatchObject({ count: 1 });
    expect(await store.tombstone(record.id)).toEqual({
      id: record.id,
      erased_at: second(0),
      consent: null,
    });
  });

  test('shows an audit entry that was edited, removed or renumbered', async () => {
    const { store, db } = open();
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
    await entries.doc('4').delete();
    expect(await misfit()).toEqual({ number: 4, why: 'missing' });
  });

  test('appends nothing if the head of the audit log is gone', async () => {
    const { store, db } = open();
    await appendTo(store);
    await db.doc('audit_head/head').update({ count: 'one' });
    await expect(appendTo(store)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await db.doc('audit_head/head').delete();
    await expect(appendTo(store)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});
