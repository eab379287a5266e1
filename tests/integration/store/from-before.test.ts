/** Leads that the version before answers and archives stored: in an export, and in Firestore. */
import { describe, expect, inject, test } from 'vitest';
import { connect } from '../../../functions/store/firestore/client.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { isListed, listedAs, undeliveredSince } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import { indexTerms } from '../../../functions/store/search.ts';
import { exportFile } from '../../support/builders/export-file.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { runTransfer } from '../../support/servers/transfer-commands.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';

const person = { email: 'ann@lopez.example', phone: '(713) 555-0142' };
const delivered = { state: 'delivered', at: second(1) } as const;
const leads = [
  aRecord({ ...person, id: 'delivered', created_at: second(3), delivery: delivered }),
  aRecord({ ...person, id: 'pending', created_at: second(2) }),
  aRecord({ id: 'held', created_at: second(1), delivery: { state: 'held', reasons: ['markup'] } }),
];
const emulatorHost = inject('firestoreHost') ?? '';
const month = '2025-11';

/** The same in each store. */
async function expectListed(store: Store): Promise<void> {
  const idsOf = async (filter: object) =>
    (await store.page({ filter, limit: 9 })).records.map(({ id }) => id);
  expect(await idsOf({})).toEqual(['delivered', 'pending']);
  expect(await idsOf({ delivery: 'held' })).toEqual(['held']);
  expect(await idsOf({ q: 'lopez' })).toEqual(['delivered', 'pending']);
  expect(await idsOf({ waiting: true })).toEqual([]);
  expect(await idsOf({ archived: true })).toEqual([]);
  expect(await store.due(second(99), 9)).toEqual(['pending']);
  expect((await store.counts()).waiting).toBe(0);
  expect((await store.latestOf(person)).byEmail?.id).toBe('delivered');
  expect(await store.get('held')).toEqual(leads[2]);
}

/** An admin may do anything with one of them. */
async function expectUsable(store: Store): Promise<void> {
  const place = await store.lastChange();
  await store.change('pending', (it) => ({ ...it, archived: true }));
  expect(await store.lastChange()).not.toBe(place);
  expect((await store.counts()).waiting).toBe(0);
  await store.erase(['delivered'], second(99));
  expect(await store.tombstone('delivered')).toBeDefined();
}

describe('leads of the version before answers', () => {
  onEachEngine((makeEngine) => {
    test('are listed from their export', async () => {
      const file = await exportFile(
        leads.map((submission) => ({ kind: 'submission', submission }) as const),
      );
      const engine = await makeEngine();
      expect(await runTransfer('import', file, engine)).toMatchObject({ code: 0 });
      const store = engine.open();
      expect((await store.counts()).held).toBe(1);
      expect(await store.report(month, new Date(second(0)))).toMatchObject({
        industries: { roofing: 2 },
        held: 1,
      });
      await expectListed(store);
      await expectUsable(store);
    });
  });

  test.skipIf(emulatorHost === '')(
    'are listed from their documents, and counted once they change',
    async () => {
      const connection = { projectId: `demo-${crypto.randomUUID()}`, emulatorHost };
      const documents = connect(connection).collection('contact_submissions');
      for (const it of leads) {
        const undelivered_since = undeliveredSince(it);
        await documents.doc(it.id).set({
          ...it,
          delivery: { ...it.delivery, ...(undelivered_since && { undelivered_since }) },
          listed: isListed(it),
          listed_as: listedAs(it),
          search: indexTerms(it),
          email_folded: it.email,
        });
      }
      const store = openFirestore(connection, console.log);
      await expectListed(store);
      expect(await store.counts()).toEqual({ held: 0, waiting: 0 });
      await store.change('held', (it) => ({ ...it, tries: 1 }));
      expect(await store.counts()).toEqual({ held: 1, waiting: 0 });
      expect(await store.report(month, new Date(second(0)))).toMatchObject({
        industries: { roofing: 2 },
        held: 1,
      });
      await expectUsable(store);
      await store.close();
    },
  );
});
