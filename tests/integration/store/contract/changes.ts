import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const at = second(9);

export function changesContract(open: Open): void {
  describe('the place of the last change', () => {
    const changes: [string, (store: Store) => Promise<unknown>][] = [
      ['created', (store) => store.create(aRecord({ id: 'new' }))],
      [
        'imported',
        (store) => store.keep([{ kind: 'submission', submission: aRecord({ id: 'imported' }) }]),
      ],
      ['changed', (store) => store.change('a', (it) => ({ ...it, answered: { at, by: 'Ada' } }))],
      ['erased', (store) => store.erase(['a'], at)],
    ];

    test.each(changes)('is another one once a lead was %s', async (_, change) => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const place = await store.lastChange();
      await change(store);
      const next = await store.lastChange();
      expect(next).not.toBe(place);
      expect(await store.lastChange()).toBe(next);
    });

    test('is another one after the first lead of all', async () => {
      const store = await openedWith(open);
      const place = await store.lastChange();
      await store.create(aRecord());
      expect(await store.lastChange()).not.toBe(place);
    });

    test('stays where nothing happened, and when only trial leads come and go', async () => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const place = await store.lastChange();
      await store.change('a', () => undefined);
      await store.create(trialLead('trial', second(0), { state: 'off' }));
      await store.change('trial', (it) => ({ ...it, tries: 1 }));
      await store.sweepTrials(second(1));
      expect(await store.lastChange()).toBe(place);
    });
  });
}
