import { describe, expect, test } from 'vitest';
import {
  fillPage,
  type PageQuery,
  type Place,
  type Scan,
} from '../../../functions/store/paging.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { aRecord, second } from '../../support/builders/record.ts';

describe('a page', () => {
  const records = Array.from({ length: 40 }, (_, i) =>
    aRecord({
      id: `r${100 - i}`,
      created_at: second(-i),
      name: i % 10 === 9 ? 'Zoe Poe' : 'Ann Poe',
    }),
  );
  const idsOf = (found: SubmissionRecord[]) => found.map(({ id }) => id);
  const zoes = idsOf(records.filter(({ name }) => name.startsWith('Zoe')));

  test('is filled from as many reads as it takes', async () => {
    const { records: found, next } = await fillPage(ask('zoe poe', 3), scanOf(records));
    expect(idsOf(found)).toEqual(zoes.slice(0, 3));
    const rest = await fillPage({ ...ask('zoe poe', 3), after: next }, scanOf(records));
    expect(idsOf(rest.records)).toEqual(zoes.slice(3));
    expect(rest.next).toBeUndefined();
  });

  test('is the last one when nothing more fits', async () => {
    const { next } = await fillPage(ask('zoe', 4), scanOf(records));
    expect(next).toBeUndefined();
  });

  test('ends after a thousand reads, and says where to continue', async () => {
    const many = Array.from({ length: 2500 }, (_, i) =>
      aRecord({ created_at: second(-i), name: i === 2400 ? 'Zoe Poe' : 'Ann Poe' }),
    );
    let reads = 0;
    let query = ask('zoe poe', 50);
    const sizes: number[] = [];
    for (let more = true; more;) {
      const scan: Scan = async (after, count) => {
        const found = await scanOf(many)(after, count);
        reads += found.length;
        return found;
      };
      const { records: found, next } = await fillPage(query, scan);
      sizes.push(found.length);
      query = { ...query, after: next };
      more = next !== undefined;
    }
    expect(sizes).toEqual([0, 0, 1]);
    expect(reads).toBe(many.length);
  });

  test('asks for one lead more than it has, and for many more if few match', async () => {
    const counts: number[] = [];
    const scan: Scan = (after, count) => {
      counts.push(count);
      return scanOf(records)(after, count);
    };
    await fillPage(ask('poe', 3), scan);
    await fillPage(ask('zoe poe', 3), scan);
    expect(counts).toEqual([4, 4, 250]);
  });

  test('leaves out leads that match in the index only', async () => {
    const trial = aRecord({ test: true });
    const others = [
      trial,
      aRecord({ industry: 'cleaning' }),
      aRecord({ name: 'Zoe', email: 'z@z.example', company: 'Z' }),
    ];
    const { filter, limit } = ask('dana', 9);
    const query = { limit, filter: { ...filter, industry: 'roofing' } };
    expect((await fillPage(query, scanOf(others))).records).toEqual([]);
  });

  test('leaves out leads of another time or state', async () => {
    const delivery = { state: 'failed', at: second(9) } as const;
    const fits = aRecord({ created_at: second(0), delivery });
    const others = [
      aRecord({ created_at: second(-1), delivery }),
      aRecord({ created_at: second(5), delivery }),
      aRecord({ created_at: second(0), delivery: { state: 'off' } }),
    ];
    const filter = { q: 'dana', delivery: 'failed', from: second(0), to: second(5) } as const;
    const { records: found } = await fillPage({ filter, limit: 9 }, scanOf([...others, fits]));
    expect(found).toEqual([fits]);
  });
});

const ask = (q: string, limit: number): PageQuery => ({ filter: { q }, limit });

/** An index that has these records, in this order. */
const scanOf =
  (records: SubmissionRecord[]): Scan =>
  (after: Place | undefined, count) => {
    const start = after ? records.findIndex(({ id }) => id === after.id) + 1 : 0;
    return Promise.resolve(records.slice(start, start + count));
  };
