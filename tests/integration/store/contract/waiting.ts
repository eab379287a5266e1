import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Filter } from '../../../../functions/store/paging.ts';
import type { Store } from '../../../../functions/store/port.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const at = second(0);
const waits = { answered: null } as const;
const held: Delivery = { state: 'held', reasons: ['honeypot'] };

/** One lead of each kind, newest first. */
const leads = [
  aRecord({ ...waits, id: 'new' }),
  aRecord({ ...waits, id: 'lost', delivery: { state: 'failed', at }, industry: 'cleaning' }),
  aRecord({ id: 'answered', answered: { at, by: 'Ada' } }),
  aRecord({ id: 'from-before' }),
  aRecord({ ...waits, id: 'spam', delivery: held }),
  aRecord({ ...waits, id: 'put-away', archived: true, industry: 'cleaning' }),
  aRecord({ ...waits, id: 'put-away-spam', archived: true, delivery: held }),
].map((it, i) => ({ ...it, created_at: second(-i) }));

export function waitingContract(open: Open): void {
  describe('a lead that waits for an answer, or was put away', () => {
    const store = () =>
      openedWith(open, ...leads, { ...trialLead('trial', at, { state: 'off' }), ...waits });
    const idsOf = async (it: Store, filter: Filter) =>
      (await it.page({ filter, limit: 9 })).records.map(({ id }) => id);

    test('waits from its arrival until somebody answers or puts it away', async () => {
      const it = await store();
      expect(await it.counts()).toEqual({ held: 1, waiting: 2 });
      await it.change('new', (lead) => ({ ...lead, answered: { at, by: 'Ada' } }));
      await it.change('lost', (lead) => ({ ...lead, archived: true }));
      expect(await it.counts()).toEqual({ held: 1, waiting: 0 });
      await it.change('lost', (lead) => ({ ...lead, archived: false }));
      await it.erase(['new'], at);
      await it.change('spam', (lead) => ({ ...lead, delivery: { state: 'off' } }));
      expect(await it.counts()).toEqual({ held: 0, waiting: 2 });
    });

    test.each<[Filter, string[]]>([
      [{}, ['new', 'lost', 'answered', 'from-before']],
      [{ waiting: true }, ['new', 'lost']],
      [{ waiting: true, industry: 'cleaning' }, ['lost']],
      [{ waiting: true, delivery: 'failed' }, ['lost']],
      [{ waiting: true, delivery: 'held' }, []],
      [{ waiting: true, to: second(0) }, ['lost']],
      [{ waiting: true, q: 'dana' }, ['new', 'lost']],
      [{ delivery: 'held' }, ['spam']],
      [{ archived: true }, ['put-away', 'put-away-spam']],
      [{ archived: true, delivery: 'held' }, ['put-away-spam']],
      [{ archived: true, industry: 'cleaning' }, ['put-away']],
      [{ archived: true, waiting: true }, []],
      [{ archived: true, q: 'dana' }, ['put-away', 'put-away-spam']],
      [{ q: 'dana' }, ['new', 'lost', 'answered', 'from-before', 'spam']],
    ])('is found by %j as %j', async (filter, ids) => {
      expect(await idsOf(await store(), filter)).toEqual(ids);
    });

    test('is delivered although it was put away', async () => {
      const delivery = { state: 'pending', next_attempt_at: at } as const;
      const it = await openedWith(open, aRecord({ id: 'a', delivery, archived: true }));
      expect(await it.due(second(1), 5)).toEqual(['a']);
    });

    test('is not erased while it is owed, although it was put away', async () => {
      const delivery = { state: 'pending', next_attempt_at: at } as const;
      const it = await openedWith(open, aRecord({ id: 'a', delivery, archived: true }));
      expect(await it.idsBefore(second(99_999_999), 5, second(-9_999_999))).toEqual([]);
      expect(await it.erase(['a'], at, undefined, { owedSince: second(-9_999_999) })).toMatchObject(
        { count: 0 },
      );
    });
  });
}
