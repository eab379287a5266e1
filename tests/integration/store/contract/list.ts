import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Filter, Place } from '../../../../functions/store/paging.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { deliveryStates, type Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const all: Filter = {};
const at = second(0);

const deliveries: Delivery[] = [
  { state: 'pending', next_attempt_at: at },
  { state: 'delivered', at },
  { state: 'failed', at },
  { state: 'off' },
  { state: 'held', reasons: ['honeypot'] },
];
const industries = ['roofing', 'cleaning'];
const names = ['Dana Roe', 'Lee Poe'];

/** One lead of each kind, named after it, newest first. */
const oneOfEach = deliveries
  .flatMap((delivery) => industries.map((industry) => ({ delivery, industry })))
  .flatMap((it) => names.map((name) => ({ ...it, name, email: 'a@b.example', company: 'B' })))
  .map((it, i) => aRecord({ ...it, created_at: second(-i) }));

export function listContract(open: Open): void {
  describe('the list', () => {
    test('of an empty store has one empty page', async () => {
      const store = await opened(open);
      expect(await store.page({ filter: all, limit: 10 })).toEqual({
        records: [],
        next: undefined,
      });
    });

    test('has the newest first, and leads of the same moment in the order of their ids', async () => {
      const records = [
        aRecord({ id: 'b', created_at: second(2) }),
        aRecord({ id: 'c', created_at: second(1) }),
        aRecord({ id: 'b1', created_at: second(1) }),
        aRecord({ id: 'a', created_at: second(1) }),
        aRecord({ id: 'd', created_at: second(0) }),
      ];
      const store = await openedWith(open, ...records.toReversed());
      const { records: found } = await store.page({ filter: all, limit: 10 });
      expect(found).toEqual(records);
    });

    test.each([1, 2, 3, 5, 6])(
      'is the same in pages of %i, with a tie at their seams',
      async (limit) => {
        const records = ['e', 'd', 'c', 'b', 'a'].map((id) => aRecord({ id }));
        const store = await openedWith(open, ...records);
        const pages = await pagesOf(store, all, limit);
        expect(pages.flat()).toEqual(records);
        expect(pages).toHaveLength(Math.ceil(records.length / limit));
      },
    );

    test('continues after a place even if its lead never existed', async () => {
      const store = await openedWith(open, aRecord({ id: 'a', created_at: second(0) }));
      const after = { created_at: second(1), id: 'gone' };
      const { records } = await store.page({ filter: all, limit: 10, after });
      expect(records.map(({ id }) => id)).toEqual(['a']);
    });

    test('shows each of 130 leads once while others come in and are delivered', async () => {
      const records = Array.from({ length: 130 }, (_, i) =>
        aRecord({ created_at: second(-Math.floor(i / 4)) }),
      );
      const store = await openedWith(open, ...records);
      const between = async (page: SubmissionRecord[]) => {
        await store.create(aRecord({ created_at: second(60) }));
        const { id } = page[0] ?? aRecord();
        await store.change(id, (it) => ({ ...it, delivery: { state: 'delivered', at } }));
      };
      const pages = await pagesOf(store, all, 50, between);
      expect(pages.map((it) => it.length)).toEqual([50, 50, 30]);
      const shown = pages.flat().map(({ id }) => id);
      expect(shown.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    });

    test('follows a lead that is released, delivered or held', async () => {
      const record = aRecord({ delivery: { state: 'held', reasons: ['links'] } });
      const store = await openedWith(open, record);
      const shownIn = async (filter: Filter) => {
        const { records } = await store.page({ filter, limit: 10 });
        return records.length;
      };
      const become = (delivery: Delivery) => store.change(record.id, (it) => ({ ...it, delivery }));

      expect(await shownIn(all)).toBe(0);
      await become({ state: 'delivered', at });
      expect(await shownIn(all)).toBe(1);
      expect(await shownIn({ delivery: 'held' })).toBe(0);
      expect(await shownIn({ delivery: 'delivered' })).toBe(1);
      await become({ state: 'held', reasons: [] });
      expect(await shownIn(all)).toBe(0);
      expect(await shownIn({ q: 'dana' })).toBe(1);
    });
  });

  test('a campaign has its own leads, in every view of them', async () => {
    const of = (utm_campaign: string, more: Partial<SubmissionRecord> = {}) =>
      aRecord({ attribution: { utm_campaign }, answered: null, ...more });
    const records = [
      of('spring', { created_at: second(3) }),
      of('spring', { created_at: second(2), industry: 'hvac' }),
      of('spring', { created_at: second(1), archived: true }),
      of('Spring', { created_at: second(1) }),
      aRecord({ attribution: null }),
      aRecord(),
    ];
    const store = await openedWith(open, ...records);
    const places = async (filter: Filter) => {
      const found = await store.page({ filter: { campaign: 'spring', ...filter }, limit: 9 });
      return found.records.map(({ id }) => records.findIndex((it) => it.id === id));
    };
    expect(await places({})).toEqual([0, 1]);
    expect(await places({ industry: 'hvac' })).toEqual([1]);
    expect(await places({ waiting: true, delivery: 'pending' })).toEqual([0, 1]);
    expect(await places({ archived: true })).toEqual([2]);
    expect(await places({ q: 'dana', to: second(3) })).toEqual([1]);
  });

  describe('the filters', () => {
    let store: Store;
    beforeAll(async () => {
      store = await open(`t-${crypto.randomUUID()}`);
      await Promise.all(oneOfEach.map((it) => store.create(it)));
    });
    afterAll(() => store.close());

    test.each(combinations())('%j', async (filter) => {
      const expected = oneOfEach.filter(
        ({ delivery, industry, name, created_at }) =>
          isShown(delivery, filter) &&
          (filter.from ?? created_at) <= created_at &&
          (filter.to === undefined || created_at < filter.to) &&
          (filter.industry ?? industry) === industry &&
          (filter.q ?? '').split(' ').every((word) => name.toLowerCase().includes(word)),
      );
      const pages = await pagesOf(store, filter, 3);
      expect(pages.flat()).toEqual(expected);
    });

    test('tell an industry from one that starts the same', async () => {
      const other = await openedWith(open, aRecord({ industry: 'roofing and more' }));
      const { records } = await other.page({
        filter: { industry: 'roofing' },
        limit: 9,
      });
      expect(records).toEqual([]);
    });
  });
}

const isShown = ({ state }: Delivery, { q, delivery }: Filter): boolean =>
  delivery ? state === delivery : state !== 'held' || q !== undefined;

/** All filters, each with and without the others. */
export function combinations(): Filter[] {
  return [undefined, 'dana', 'dana ro'].flatMap((q) =>
    [undefined, 'roofing', 'unheard of'].flatMap((industry) =>
      [undefined, ...deliveryStates].flatMap((delivery) =>
        [{}, { from: second(-12) }, { from: second(-15), to: second(-3) }].map((days) => ({
          q,
          industry,
          delivery,
          ...days,
        })),
      ),
    ),
  );
}

async function pagesOf(
  store: Store,
  filter: Filter,
  limit: number,
  between?: (page: SubmissionRecord[]) => Promise<void>,
): Promise<SubmissionRecord[][]> {
  const pages: SubmissionRecord[][] = [];
  let after: Place | undefined;
  do {
    const { records, next } = await store.page({ filter, limit, after });
    pages.push(records);
    after = next;
    await between?.(records);
  } while (after);
  return pages;
}
