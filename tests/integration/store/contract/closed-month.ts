import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Outcome } from '../../../../src/shared/follow-up.ts';
import { openedWith, type Open } from './opened.ts';
import { answered, at, delivered, held, later, lead, month } from './report.ts';

export function closedMonthContract(open: Open): void {
  describe('the report of a month that ended long ago', () => {
    /** Looks at the report after each step. */
    const watched = async (...leads: SubmissionRecord[]) => {
      const store = await openedWith(open, ...leads);
      await store.report(month, later);
      return { store, total: async () => (await store.report(month, later)).total };
    };
    const by = { at: at('12:00'), by: 'Ada' };

    test('counts what becomes of its leads later, and what is taken back', async () => {
      const { store, total } = await watched(lead('a'), lead('b'));
      const become = (outcome: Outcome | null) => store.change('a', (it) => ({ ...it, outcome }));
      await become({ state: 'won', amount: 4200, ...by });
      expect(await total()).toMatchObject({ leads: 2, won: 1, amount: 4200, lost: 0 });
      await become({ state: 'won', amount: 4300, ...by });
      expect(await total()).toMatchObject({ won: 1, amount: 4300 });
      await become({ state: 'lost', reason: 'price', ...by });
      expect(await total()).toMatchObject({ won: 0, amount: 0, lost: 1, reasons: { price: 1 } });
      await become({ state: 'not-a-lead', reason: 'spam', ...by });
      expect(await total()).toMatchObject({ leads: 1, lost: 0, reasons: {}, not_leads: 1 });
      await become(null);
      expect(await total()).toMatchObject({ leads: 2, not_leads: 0 });
    });

    test('counts leads that are released, undone or imported later', async () => {
      const { store, total } = await watched(
        lead('a', { delivery: held }),
        lead('b', answered('10:04')),
      );
      expect(await total()).toMatchObject({ leads: 1, soon: 1 });
      await store.change('a', (it) => ({ ...it, delivery: delivered }));
      expect(await total()).toMatchObject({ leads: 2, soon: 1 });
      await store.change('b', (it) => ({ ...it, answered: null }));
      expect(await total()).toMatchObject({ leads: 2, soon: 0 });
      await store.keep([{ kind: 'submission', submission: lead('c') }]);
      expect(await total()).toMatchObject({ leads: 3 });
    });

    test('has what its ads cost, entered later', async () => {
      const { store } = await watched(lead('a', { attribution: { utm_source: 'zoo' } }));
      const costs = async () =>
        (await store.report(month, later)).ads.map(({ name, leads, spent }) => [
          name,
          leads,
          spent,
        ]);
      for (const dollars of [10, 12.5]) {
        const spent = [
          { campaign: 'zoo', dollars },
          { campaign: '__no leads__', dollars: 3 },
        ];
        await store.changeSpent(month, () => spent);
        expect(await store.changeSpent(month, (there) => [...there])).toEqual(spent);
        expect(await costs()).toEqual([
          ['zoo', 1, dollars],
          ['__no leads__', 0, 3],
        ]);
      }
      await store.changeSpent(month, () => []);
      expect(await costs()).toEqual([['zoo', 1, undefined]]);
    });
  });
}
