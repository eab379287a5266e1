import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../../functions/store/paging.ts';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Outcome } from '../../../../src/shared/follow-up-schema.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { pagesOf } from '../../../support/worlds/stored.ts';
import { openedWith, type Open } from './opened.ts';

const by = 'Ada';
const toCall = (id: string, at: number, more: Partial<SubmissionRecord> = {}) =>
  aRecord({ id, answered: null, call_back: { at: second(at), by }, ...more });

const lead = (id: string, outcome: Outcome | null) => aRecord({ id, outcome });
const won = (id: string, at: number) => lead(id, { state: 'won', at: second(at), by });

const opted_out = { at: second(0), how: 'stop-page' } as const;

export function followUpContract(open: Open): void {
  describe('a planned call', () => {
    /** Stored in an order that differs from that of their calls. */
    const leads = [
      toCall('third', 30, { created_at: second(-1), industry: 'cleaning' }),
      toCall('first', 10, {
        created_at: second(-2),
        outcome: { state: 'talking', at: second(0), by },
      }),
      toCall('second', 20, { created_at: second(-3), answered: { at: second(0), by } }),
      toCall('also-second', 20, {
        created_at: second(-9),
        name: 'Ulla Peña',
        email: 'u@li.example',
      }),
      toCall('put-away', 5, { archived: true }),
      toCall('spam', 5, { delivery: { state: 'held', reasons: ['honeypot'] } }),
      aRecord({ id: 'waits', answered: null, call_back: null, outcome: null }),
      aRecord({ id: 'closed', answered: null, outcome: { state: 'won', at: second(0), by } }),
    ];
    const seeded = () => openedWith(open, ...leads);
    const ids = (records: SubmissionRecord[]) => records.map(({ id }) => id).join(' ');

    test('is due from its time on, the soonest first', async () => {
      const store = await seeded();
      const due = async (at: number, limit = 9) => {
        const calls = await store.dueCalls(second(at), limit);
        return [ids(calls.due), calls.count];
      };
      expect(await due(9)).toEqual(['', 0]);
      expect(await due(10)).toEqual(['first', 1]);
      expect(await due(99)).toEqual(['first also-second second third', 4]);
      expect(await due(99, 2)).toEqual(['first also-second', 4]);
      const next = await Promise.all([0, 10, 20, 30].map((at) => store.nextCall(second(at))));
      expect(next).toEqual([second(10), second(20), second(30), undefined]);
      expect(await store.nextCall('')).toBe(second(10));
    });

    test('ends the wait for an answer, like an outcome', async () => {
      const store = await seeded();
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 1 });
      await store.change('third', (lead) => ({ ...lead, call_back: null }));
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 2 });
      await store.change('closed', (lead) => ({ ...lead, outcome: null }));
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 3 });
      await store.change('closed', (lead) => ({ ...lead, opted_out }));
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 2 });
    });

    test('is dropped when it is done, or its lead is archived, held or erased, or its person opted out', async () => {
      const store = await seeded();
      await store.change('first', (lead) => ({ ...lead, opted_out }));
      expect(await store.nextCall('')).toBe(second(20));
      await store.change('first', (lead) => ({ ...lead, opted_out: null, call_back: null }));
      await store.change('second', (lead) => ({ ...lead, archived: true }));
      await store.change('third', (lead) => ({
        ...lead,
        delivery: { state: 'held', reasons: ['asked-to-stop'] },
      }));
      expect(ids((await store.dueCalls(second(99), 9)).due)).toBe('also-second');
      await store.erase(['also-second'], second(9));
      expect(await store.dueCalls(second(99), 9)).toEqual({ due: [], count: 0 });
      await store.change('second', (lead) => ({ ...lead, archived: false }));
      expect(await store.nextCall('')).toBe(second(20));
    });

    test('is found by the view of calls, page by page and under each filter', async () => {
      const store = await seeded();
      const found = async (filter: Filter, limit = 9) =>
        (await pagesOf(store, { call_back: 'planned', ...filter }, limit)).map(ids);
      expect(await found({}, 1)).toEqual(['first', 'also-second', 'second', 'third']);
      expect(await found({}, 3)).toEqual(['first also-second second', 'third']);
      const cases: [Filter, string][] = [
        [{}, 'first also-second second third'],
        [{ q: 'dana' }, 'first second third'],
        [{ q: 'pena' }, 'also-second'],
        [{ industry: 'cleaning' }, 'third'],
        [{ delivery: 'pending' }, 'first also-second second third'],
        [{ delivery: 'held' }, ''],
        [{ from: second(-2), to: second(0) }, 'first third'],
        [{ archived: 'yes' }, ''],
        [{ answered: 'no' }, ''],
      ];
      for (const [filter, expected] of cases)
        expect([filter, ...(await found(filter))]).toEqual([filter, expected]);
    });
  });

  describe('the leads that were won in a period', () => {
    test('come in the order of their wins, as they are stored', async () => {
      const last = { ...won('last', 9), gpc: true, offered: { google: second(9) } };
      const store = await openedWith(
        open,
        last,
        won('too-late', 10),
        won('too-early', 0),
        won('first', 1),
        lead('talking', { state: 'talking', at: second(5), by }),
        lead('open', null),
      );
      const found = await store.won(second(1), second(10));
      expect(found.map(({ id }) => id)).toEqual(['first', 'last']);
      expect(found[1]).toEqual(last);
    });

    test('exclude leads whose outcome has changed, and erased leads', async () => {
      const ids = ['open', 'lost', 'erased'];
      const store = await openedWith(open, ...ids.map((id) => won(id, 1)));
      const lost: Outcome = { state: 'lost', reason: 'price', at: second(2), by };
      await store.change('open', (it) => ({ ...it, outcome: null }));
      await store.change('lost', (it) => ({ ...it, outcome: lost }));
      await store.erase(['erased'], second(2));
      expect(await store.won(second(0), second(9))).toEqual([]);
    });

    test('are marked together, without those that are erased, declined or missing', async () => {
      const ids = ['one', 'other', 'declined', 'erased'];
      const store = await openedWith(open, ...ids.map((id) => won(id, 1)));
      await store.erase(['erased'], second(2));
      const marked = await store.mark([...ids, 'none'], ({ id }) =>
        id === 'declined' ? undefined : { offered: { google: second(3) } },
      );
      expect(marked.toSorted()).toEqual(['one', 'other']);
      const stored = await store.won(second(0), second(9));
      expect(stored.map(({ id, offered }) => [id, offered?.google])).toEqual([
        ['declined', undefined],
        ['one', second(3)],
        ['other', second(3)],
      ]);
    });
  });
}
