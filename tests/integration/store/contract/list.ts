import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Filter } from '../../../../functions/store/paging.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { deliveryStates, type Delivery } from '../../../../src/shared/submission.ts';
import { aRecord, deliveries, second } from '../../../support/builders/record.ts';
import { pagesOf } from '../../../support/worlds/stored.ts';
import { openedWith, type Open } from './opened.ts';

const all: Filter = {};

const industries = ['roofing', 'cleaning'];
const names = ['Dana Roe', 'Lee Poe'];

/** One lead of each kind, named after it, newest first. */
const oneOfEach = Object.values(deliveries)
  .flatMap((delivery) => industries.map((industry) => ({ delivery, industry })))
  .flatMap((kind) => names.map((name) => ({ ...kind, name, email: 'a@b.example', company: 'B' })))
  .map((fields, i) => aRecord({ ...fields, created_at: second(-i) }));

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

const someone = {
  name: 'María-José Peña O’Neil',
  email: 'Maria.Pena+leads@Acme-Roofing.example',
  company: 'Ünal & Söhne 24-7',
  phone: '+1 (713) 555-0142 ext. 9',
};

const finds = [
  'peña|PENA|pen|maria jose|jose maria|María-José|o’neil|neil|leads|unal|söh|24-7',
  'maria.pena+leads@acme-roofing.example|Maria.Pena+leads@ACME|maria.pena+leads@|acme-roof',
  'acme pena sohne|713|7135550142|713-555-0142|(713) 555-0142|+1 713 555 0142|1 (713) 555-0142',
  '+17135550142|555-0142|5550142|0142|555 0142|713.555.01',
].flatMap((it) => it.split('|'));
const findsNot = 'ena|penas|maria lopez|roe|714|9999|555-0143|x@acme|maria@'.split('|');

export function listContract(open: Open): void {
  describe('the list', () => {
    test.each([1, 2, 3, 5, 9])(
      'has the newest leads first in pages of %i, as does a search, in any order of arrival',
      async (limit) => {
        const times = [second(90), '2025-11-03T12:00:30Z', second(30), second(0), second(-1)];
        const records = times.flatMap((created_at, i) =>
          ['c', 'b', 'a'].map((letter) => aRecord({ id: `${letter}${i}`, created_at })),
        );
        const byId = records.toSorted((a, b) => a.id.localeCompare(b.id));
        const store = await openedWith(open, ...byId);
        for (const q of [undefined, 'dana']) {
          const pages = await pagesOf(store, { q }, limit);
          expect(pages.flat()).toEqual(records);
          expect(pages).toHaveLength(Math.ceil(records.length / limit));
        }
      },
    );

    test('continues after a cursor whose lead never existed', async () => {
      const store = await openedWith(open, aRecord({ id: 'a', created_at: second(0) }));
      const after = { time: second(1), id: 'gone' };
      const { records } = await store.page({ filter: all, limit: 10, after });
      expect(records.map(({ id }) => id)).toEqual(['a']);
    });
  });

  test('the list shows the leads of a campaign and of an outcome, in each of their views', async () => {
    const of = (utm_campaign: string, more: Partial<SubmissionRecord> = {}) =>
      aRecord({ attribution: { utm_campaign }, answered: null, ...more });
    const won = { state: 'won', at: second(9), by: 'sam@example.com' } as const;
    const records = [
      of('spring', { created_at: second(3) }),
      of('spring', { created_at: second(2), industry: 'hvac', outcome: won }),
      of('spring', { created_at: second(1), archived: true, outcome: won }),
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
    expect(await places({ answered: 'no', delivery: 'pending' })).toEqual([0]);
    expect(await places({ outcome: 'won', industry: 'hvac' })).toEqual([1]);
    expect(await places({ outcome: 'open', industry: 'roofing' })).toEqual([0]);
    expect(await places({ outcome: 'won', archived: 'yes' })).toEqual([2]);
    expect(await places({ archived: 'yes' })).toEqual([2]);
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
  });

  describe('a search', () => {
    test('finds a lead by the first letters of its words, and no other', async () => {
      const record = aRecord(someone);
      const other = aRecord({ name: 'Lee Poe', phone: '832 555 7777' });
      const store = await openedWith(open, record, other);
      const isFound = async (q: string) => (await idsOf(store, q)).includes(record.id);
      for (const q of finds) expect([q, await isFound(q)]).toEqual([q, true]);
      for (const q of findsNot) expect([q, await isFound(q)]).toEqual([q, false]);
    });

    test('follows a change of the lead’s words', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      await store.change(record.id, (it) => ({ ...it, name: 'Lee Poe' }));
      expect(await idsOf(store, 'lee')).toEqual([record.id]);
      expect(await idsOf(store, 'poe roof')).toEqual([record.id]);
    });

    test('treats special characters as words, not as query syntax', async () => {
      const store = await openedWith(open, aRecord());
      const commands = 'dana" OR "lee|NEAR(dana, 2)|dana@"x|dana@example.com"*|dana@\0|" "|*';
      for (const q of commands.split('|')) expect([q, await idsOf(store, q)]).toEqual([q, []]);
    });
  });
}

const idsOf = async (store: Store, q: string) =>
  (await pagesOf(store, { q }, 50)).flat().map(({ id }) => id);
