import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const pendingAt = (time: string): Delivery => ({ state: 'pending', next_attempt_at: time });

export function dueContract(open: Open): void {
  describe('the queue of due leads', () => {
    test('is empty in an empty store', async () => {
      const store = await opened(open);
      expect(await store.due(second(0), 10)).toEqual([]);
    });

    test('has the longest overdue lead first, whenever it was stored', async () => {
      const store = await openedWith(
        open,
        aRecord({ id: 'now', created_at: second(-900), delivery: pendingAt(second(0)) }),
        aRecord({ id: 'later', created_at: second(-999), delivery: pendingAt(second(1)) }),
        aRecord({ id: 'long', created_at: second(-60), delivery: pendingAt(second(-50)) }),
        aRecord({ id: 'just', created_at: second(-70), delivery: pendingAt(second(-1)) }),
      );
      expect(await store.due(second(0), 10)).toEqual(['long', 'just', 'now']);
      expect(await store.due(second(0), 2)).toEqual(['long', 'just']);
    });

    test('has pending leads only', async () => {
      const at = second(-60);
      const states: Delivery[] = [
        { state: 'delivered', at },
        { state: 'failed', at },
        { state: 'off' },
        { state: 'held', reasons: [] },
      ];
      const store = await openedWith(open, ...states.map((delivery) => aRecord({ delivery })));
      expect(await store.due(second(0), 10)).toEqual([]);
    });

    test('can be read from the newest lead on, even behind a backlog', async () => {
      const due = pendingAt(second(0));
      const store = await openedWith(
        open,
        aRecord({ id: 'old', created_at: second(-900), delivery: due }),
        aRecord({ id: 'new', created_at: second(-60), delivery: pendingAt(second(-1)) }),
        aRecord({ id: 'waits', created_at: second(-50), delivery: pendingAt(second(1)) }),
        aRecord({
          id: 'given up',
          created_at: second(-40),
          delivery: { state: 'failed', at: second(0) },
        }),
        aRecord({ id: 'trial', created_at: second(-30), delivery: due, test: true }),
        aRecord({
          id: 'released',
          created_at: second(-999),
          delivery: { state: 'pending', next_attempt_at: second(0), since: second(-20) },
        }),
      );
      expect(await store.newestDue(second(0), 10)).toEqual(['released', 'new', 'old']);
      expect(await store.newestDue(second(0), 3)).toEqual(['released', 'new']);
      expect(await store.newestDue(second(-1), 10)).toEqual(['new']);
    });

    test('has a lead later when its attempt is put off, and no more after its delivery', async () => {
      const record = aRecord({ delivery: pendingAt(second(0)) });
      const store = await openedWith(open, record);
      const become = (delivery: Delivery) => store.change(record.id, (it) => ({ ...it, delivery }));
      await become(pendingAt(second(300)));
      expect(await store.due(second(299), 10)).toEqual([]);
      expect(await store.due(second(300), 10)).toEqual([record.id]);
      await become({ state: 'delivered', at: second(300) });
      expect(await store.due(second(900), 10)).toEqual([]);
      await become(pendingAt(second(600)));
      expect(await store.due(second(900), 10)).toEqual([record.id]);
    });
  });
}
