import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import { foldEmail } from '../../../../functions/store/record.ts';
import { deliveryStates, type Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';
import { longestWait } from './waits.ts';

const due: Delivery = { state: 'pending', next_attempt_at: second(0) };

export function testsContract(open: Open): void {
  describe('a trial lead', () => {
    const trial = trialLead('trial', second(0), due);

    test('is stored, due and changed like any lead', async () => {
      const store = await openedWith(open, trial);
      expect(await store.get('trial')).toEqual(trial);
      expect(await store.due(second(1), 10)).toEqual(['trial']);
      const delivery: Delivery = { state: 'delivered', at: second(1) };
      await store.change('trial', (it) => ({ ...it, delivery }));
      expect(await store.get('trial')).toEqual({ ...trial, delivery });
    });

    test('is on no page, under no filter and in no search', async () => {
      const lead = aRecord({ delivery: due });
      const store = await openedWith(open, trial, lead);
      const ids = async (filter: Parameters<typeof store.page>[0]['filter']) =>
        (await store.page({ filter, limit: 10 })).records.map(({ id }) => id);
      expect(await ids({})).toEqual([lead.id]);
      expect(await ids({ industry: trial.industry })).toEqual([]);
      expect(await ids({ q: 'test' })).toEqual([]);
      for (const delivery of deliveryStates)
        expect(await ids({ delivery })).toEqual(delivery === 'pending' ? [lead.id] : []);
    });

    test('belongs to nobody, even if somebody has its address', async () => {
      const lead = aRecord({ email: trial.email });
      const store = await openedWith(open, trial, lead);
      expect(await store.idsOf(foldEmail(trial.email), 10)).toEqual([lead.id]);
    });

    test('doesn’t count as waiting', async () => {
      const store = await openedWith(open, trial);
      expect(await longestWait(store)).toBeUndefined();
    });

    test('is swept when it is old, and no real lead with it', async () => {
      const lead = aRecord({ created_at: second(0) });
      const young = trialLead('young', second(10), due);
      const store = await openedWith(open, trial, young, lead);
      expect(await store.sweepTrials(second(10))).toBe(1);
      expect(await store.get('trial')).toBeUndefined();
      expect(await store.tombstone('trial')).toBeUndefined();
      expect(await store.get('young')).toEqual(young);
      expect(await store.get(lead.id)).toEqual(lead);
      expect(await store.sweepTrials(second(10))).toBe(0);
    });
  });
}
