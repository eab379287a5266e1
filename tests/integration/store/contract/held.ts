import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const held: Delivery = { state: 'held', reasons: ['honeypot'] };

export function heldContract(open: Open): void {
  describe('the count of held leads', () => {
    test('is zero without leads', async () => {
      const store = await opened(open);
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([0, undefined]);
      for (const state of ['delivered', 'failed'] as const)
        await store.create(aRecord({ delivery: { state, at: second(0) } }));
      await store.create(aRecord({ delivery: { state: 'off' } }));
      await store.create(aRecord());
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([0, undefined]);
    });

    test('counts all, and the wait starts with the oldest', async () => {
      const store = await openedWith(
        open,
        aRecord({ created_at: second(30), delivery: held }),
        aRecord({ created_at: second(10), delivery: held, industry: 'cleaning' }),
        aRecord({ created_at: second(20), delivery: held }),
        aRecord({ created_at: second(0) }),
      );
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([3, second(10)]);
    });

    test('is one less after a release or an erasure', async () => {
      const record = (id: string, at: number) =>
        aRecord({ id, created_at: second(at), delivery: held });
      const store = await openedWith(open, record('a', 0), record('b', 1), record('c', 2));
      await store.change('a', (it) => ({ ...it, delivery: { state: 'off' } }));
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([2, second(1)]);
      await store.erase(['b'], second(9));
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([1, second(2)]);
    });

    test('leaves out trial leads', async () => {
      const store = await openedWith(open, trialLead('trial', second(0), held));
      expect([(await store.counts()).held, await store.heldSince()]).toEqual([0, undefined]);
    });
  });
}
