import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const at = second(9);

export function changesContract(open: Open): void {
  describe('the changes', () => {
    /** The changes since then, sorted by id, and the next place. */
    const after = async (store: Store, place: string, limit = 50) => {
      const changes = await store.changesAfter(place, limit);
      const ids = changes?.records.map(({ id }) => id).toSorted();
      return { ids, gone: changes?.gone.toSorted(), place: changes?.place ?? '' };
    };

    test('are none where nothing happened', async () => {
      const store = await openedWith(open, aRecord());
      const place = await store.lastChange();
      expect(await after(store, place)).toEqual({ ids: [], gone: [], place });
    });

    test('of an empty store begin with its first lead', async () => {
      const store = await opened(open);
      const place = await store.lastChange();
      await store.create(aRecord({ id: 'first' }));
      expect(await after(store, place)).toMatchObject({ ids: ['first'], gone: [] });
    });

    test('are what was created, changed, imported and erased, each lead once', async () => {
      const ids = ['answered', 'erased', 'untouched', 'sent'];
      const store = await openedWith(open, ...ids.map((id) => aRecord({ id })));
      const place = await store.lastChange();
      await store.create(aRecord({ id: 'new' }));
      await store.keep([{ kind: 'submission', submission: aRecord({ id: 'imported' }) }]);
      await store.change('answered', (it) => ({ ...it, answered: { at, by: 'Ada' } }));
      await store.change('sent', (it) => ({ ...it, tries: 1 }));
      await store.change('sent', (it) => ({ ...it, delivery: { state: 'delivered', at } }));
      await store.change('untouched', () => undefined);
      await store.erase(['erased'], at);
      const changes = await after(store, place);
      expect(changes).toMatchObject({
        ids: ['answered', 'imported', 'new', 'sent'],
        gone: ['erased'],
      });
      expect(await after(store, changes.place)).toMatchObject({ ids: [], gone: [] });
      expect(await store.lastChange()).toBe(changes.place);
    });

    test('have the lead as it is now', async () => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const place = await store.lastChange();
      const changed = await store.change('a', (it) => ({ ...it, archived: true }));
      expect((await store.changesAfter(place, 5))?.records).toEqual([changed]);
    });

    test('are refused when there are more than the limit', async () => {
      const store = await openedWith(open, aRecord());
      const place = await store.lastChange();
      await store.create(aRecord());
      await store.create(aRecord());
      expect((await store.changesAfter(place, 2))?.records).toHaveLength(2);
      expect(await store.changesAfter(place, 1)).toBeUndefined();
    });

    const notPlaces = ['99999999999999 0 a', '1 9999999999 a', '1 2 a/b'];

    test.each(['', 'x', '-1', '1 2', '9'.repeat(40), '\0', ...notPlaces])(
      'are refused after a place that no store gave out, like %j',
      async (place) => {
        const store = await openedWith(open, aRecord());
        expect(await store.changesAfter(place, 50)).toBeUndefined();
      },
    );

    test('leave out trial leads', async () => {
      const store = await openedWith(open, aRecord());
      const place = await store.lastChange();
      await store.create(trialLead('trial', second(0), { state: 'off' }));
      await store.change('trial', (it) => ({ ...it, tries: 1 }));
      await store.sweepTrials(second(1));
      expect(await after(store, place)).toEqual({ ids: [], gone: [], place });
    });
  });
}
