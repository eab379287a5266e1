import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open, longestWait } from './opened.ts';

const pending = (different: Partial<Extract<Delivery, { state: 'pending' }>> = {}): Delivery => ({
  state: 'pending',
  next_attempt_at: second(900),
  ...different,
});

export function undeliveredContract(open: Open): void {
  describe('the longest wait', () => {
    test('is undefined if nothing waits', async () => {
      const store = await opened(open);
      expect(await longestWait(store)).toBeUndefined();
      await store.create(aRecord({ delivery: { state: 'delivered', at: second(0) } }));
      await store.create(aRecord({ delivery: { state: 'off' } }));
      await store.create(aRecord({ delivery: { state: 'held', reasons: ['honeypot'] } }));
      expect(await longestWait(store)).toBeUndefined();
    });

    test('starts when the oldest pending or failed lead came', async () => {
      const store = await openedWith(
        open,
        aRecord({ created_at: second(20), delivery: pending() }),
        aRecord({ created_at: second(10), delivery: pending() }),
        aRecord({ created_at: second(0), delivery: { state: 'delivered', at: second(5) } }),
      );
      expect(await longestWait(store)).toBe(second(10));
      const failed: Delivery = { state: 'failed', at: second(99) };
      await store.create(aRecord({ created_at: second(5), delivery: failed }));
      expect(await longestWait(store)).toBe(second(5));
    });

    test('starts with the release of a held lead', async () => {
      const store = await openedWith(
        open,
        aRecord({ created_at: second(0), delivery: pending({ since: second(30) }) }),
        aRecord({ created_at: second(40), delivery: pending() }),
      );
      expect(await longestWait(store)).toBe(second(30));
    });

    test('lasts through failed attempts, and ends with the delivery', async () => {
      const record = aRecord({ created_at: second(0), delivery: pending() });
      const store = await openedWith(open, record);
      const become = (delivery: Delivery) => store.change(record.id, (it) => ({ ...it, delivery }));
      await become(pending({ next_attempt_at: second(2000) }));
      expect(await longestWait(store)).toBe(second(0));
      await become({ state: 'delivered', at: second(2001) });
      expect(await longestWait(store)).toBeUndefined();
    });
  });
}
