import { expect, test } from 'vitest';
import { fillPage, type PageQuery, type Scan } from '../../../functions/store/paging.ts';
import { aRecord, second } from '../../support/builders/record.ts';

test('a page ends after a thousand reads, and says where to continue', async () => {
  const many = Array.from({ length: 2500 }, (_, i) =>
    aRecord({ created_at: second(-i), name: i === 2400 ? 'Zoe Poe' : 'Ann Poe' }),
  );
  let reads = 0;
  const scan: Scan = (after, count) => {
    const start = after ? many.findIndex(({ id }) => id === after.id) + 1 : 0;
    const found = many.slice(start, start + count);
    reads += found.length;
    return Promise.resolve(found);
  };
  let query: PageQuery = { filter: { q: 'zoe poe' }, limit: 50 };
  const sizes: number[] = [];
  for (let more = true; more;) {
    const { records, next } = await fillPage(query, scan);
    sizes.push(records.length);
    query = { ...query, after: next };
    more = next !== undefined;
  }
  expect(sizes).toEqual([0, 0, 1]);
  expect(reads).toBe(many.length);
});
