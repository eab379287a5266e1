import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../functions/store/port.ts';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import {
  emptyTally,
  reportBy,
  type Report,
  type ReportBy,
  type Tally,
} from '../../../../src/shared/report-schema.ts';
import type { Attempt, Delivery } from '../../../../src/shared/submission.ts';
import { aRecord } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const month = '2020-11';
const utc = (time: string): string => new Date(time).toISOString();
/** On a Tuesday, in the company's winter time. */
const at = (time: string): string => utc(`2020-11-03T${time}-06:00`);
const answered = (time: string) => ({ answered: { at: at(time), by: 'Ada' } });
const attempt = (status: number): Attempt => ({ at: at('10:00'), ms: 5, status });
const delivered: Delivery = { state: 'delivered', at: at('10:00') };
const held: Delivery = { state: 'held', reasons: ['honeypot'] };

const lead = (id: string, different: Partial<SubmissionRecord> = {}): SubmissionRecord =>
  aRecord({ id, created_at: at('10:00'), industry: 'roofing', answered: null, ...different });

const leads = [
  lead('first-try', { delivery: delivered, attempts: [attempt(200)], ...answered('10:04') }),
  lead('second-try', { delivery: delivered, attempts: [attempt(500), attempt(200)] }),
  lead('slow', { ...answered('11:30'), industry: 'tree-service', source: 'contact_form' }),
  lead('last-day', { created_at: utc('2020-11-30T23:59:59-06:00') }),
  lead('own-words', { industry: 'Dog walking', archived: true }),
  lead('spam', { delivery: held }),
  lead('unwanted-spam', { delivery: { state: 'held', reasons: ['asked-to-stop', 'honeypot'] } }),
  lead('unwanted', { delivery: { state: 'held', reasons: ['asked-to-stop', 'list_unreadable'] } }),
  lead('no-lead', {
    outcome: { state: 'not-a-lead', reason: 'other', at: at('11:00'), by: 'Ada' },
  }),
  lead('month-before', { created_at: utc('2020-10-31T23:59:59-05:00') }),
  lead('month-after', { created_at: utc('2020-12-01T00:00:00-06:00') }),
];

const days = Array.from({ length: 30 }, (_, i) => ({ 2: 5, 29: 1 })[i] ?? 0);
const ofMonth = { month, days, first_try: 1, held: 2, is_partial: false };
const tally = (more: Partial<Tally>): Tally => ({ ...emptyTally(), ...more });
const total = tally({ leads: 6, soon: 1, not_leads: 1 });

const expected: Record<ReportBy, Report['rows']> = {
  campaign: [{ name: null, ...total }],
  industry: [
    { name: 'roofing', ...tally({ leads: 4, soon: 1, not_leads: 1 }) },
    { name: 'other', ...tally({ leads: 1 }) },
    { name: 'tree-service', ...tally({ leads: 1 }) },
  ],
  source: [
    { name: 'contact_page', ...tally({ leads: 5, soon: 1, not_leads: 1 }) },
    { name: 'contact_form', ...tally({ leads: 1 }) },
  ],
  answered: [
    { name: '0', ...tally({ leads: 1, soon: 1 }) },
    { name: '1', ...tally({}) },
    { name: '2', ...tally({}) },
    { name: '3', ...tally({ leads: 1 }) },
    { name: '4', ...tally({}) },
    { name: '5', ...tally({ leads: 4, not_leads: 1 }) },
  ],
};

async function expectCounted(store: Store): Promise<void> {
  for (const by of reportBy)
    expect(await store.report(month, by)).toEqual({ ...ofMonth, total, by, rows: expected[by] });
}

export function reportContract(open: Open): void {
  describe('the report of a month', () => {
    const adsIn = async (store: Store) =>
      (await store.report(month, 'campaign')).rows.map(({ name, leads }) => [name, leads]);

    test('counts leads by source and campaign, including erased ones', async () => {
      const from = (id: string, utm_source?: string, utm_campaign?: string, more = {}) =>
        lead(id, {
          attribution: { ...(utm_source && { utm_source }), ...(utm_campaign && { utm_campaign }) },
          ...more,
        });
      const store = await openedWith(
        open,
        ...['a', 'b', 'c', 'd'].map((id) => from(id, 'google', 'spring!')),
        ...['e', 'f'].map((id) => from(id, 'Facebook', 'spring!', { archived: true })),
        from('g', undefined, 'with 50 % off'),
        from('h', 'newsletter'),
        from('none'),
        from('spam', 'google', 'spring!', { delivery: held }),
        from('before', 'bing', 'x', { created_at: utc('2020-10-31T23:59:59-05:00') }),
        from('after', 'bing', 'y', { created_at: utc('2020-12-01T00:00:00-06:00') }),
      );
      expect(await adsIn(store)).toEqual([
        ['google / spring!', 4],
        ['Facebook / spring!', 2],
        ['newsletter', 1],
        ['with 50 % off', 1],
        [null, 1],
      ]);
      await store.erase(['a', 'h'], at('12:00'));
      await store.change('spam', (it) => ({ ...it, delivery: delivered }));
      await store.change('b', (it) => ({ ...it, delivery: held }));
      expect(await adsIn(store)).toEqual([
        ['google / spring!', 3],
        ['Facebook / spring!', 2],
        ['with 50 % off', 1],
        [null, 3],
      ]);
    });

    test('counts each lead of the month once, and spam apart, even after erasure and import', async () => {
      const store = await openedWith(open, ...leads);
      await expectCounted(store);
      const erased = leads.map(({ id }) => id).filter((id) => id !== 'last-day');
      await store.erase(erased, at('12:00'));
      await expectCounted(store);
      const found = (await Array.fromAsync(store.all('submissions'))).flat();
      const other = await opened(open);
      expect((await other.report(month, 'source')).held).toBe(0);
      await other.add(
        'submissions',
        found.filter((it) => it.kind !== 'damaged'),
      );
      await expectCounted(other);
    });

    test('counts an erased lead with its outcome, without dollars, words and campaign', async () => {
      const store = await openedWith(
        open,
        lead('a', {
          attribution: { utm_source: 'zoo' },
          outcome: { state: 'won', amount: 10, at: at('12:00'), by: 'Ada' },
        }),
        lead('b', {
          outcome: {
            state: 'lost',
            reason: 'price',
            words: 'Too dear',
            at: at('12:00'),
            by: 'Ada',
          },
        }),
        lead('c', {
          outcome: { state: 'lost', reason: 'Dana’s cousin', at: at('12:00'), by: 'Ada' },
        }),
      );
      await store.erase(['a', 'b', 'c'], at('12:00'));
      const stones = await Promise.all(['a', 'b', 'c'].map((it) => store.tombstone(it)));
      expect(stones.map((it) => it?.figures?.outcome)).toEqual([
        { state: 'won' },
        { state: 'lost', reason: 'price' },
        { state: 'lost', reason: 'other' },
      ]);
      const { total, rows } = await store.report(month, 'campaign');
      expect(total).toMatchObject({ won: 1, lost: 2, amount: 0, reasons: { price: 1, other: 1 } });
      expect(rows).toEqual([{ name: null, ...total }]);
    });

    test('has the cost of its ads, which an admin enters later', async () => {
      const store = await openedWith(open, lead('a', { attribution: { utm_source: 'zoo' } }));
      const costs = async () =>
        (await store.report(month, 'campaign')).rows.map((it) => [it.name, it.leads, it.spent]);
      for (const dollars of [10, 12.5]) {
        const spent = [
          { campaign: 'zoo', dollars },
          { campaign: '__no leads__', dollars: 3 },
        ];
        await store.changeSpent(month, () => spent);
        expect(await store.changeSpent(month, (existing) => [...existing])).toEqual(spent);
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
