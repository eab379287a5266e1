import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { fillPage, type PageQuery, type Scan } from '../../../functions/store/paging.ts';
import { isDocumentId } from '../../../functions/store/record.ts';
import { fields } from '../../../src/shared/fields.ts';
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

const written = fields.filter(({ kind }) => kind !== 'choice' && kind !== 'consent');

test.each([...written.map(({ name }) => name), 'outcome', 'notes'])(
  'Firestore keeps no index of what visitors and admins write: %s',
  (fieldPath) => {
    expect(indexes.fieldOverrides).toContainEqual({
      collectionGroup: 'contact_submissions',
      fieldPath,
      indexes: [],
    });
  },
);

test.each(['a', '0b6f2c1e', 'a_b', 'é', '...', '__a', '🚒'.repeat(370)])(
  'every engine can store a record under the id %j',
  (id) => {
    expect(isDocumentId(id)).toBe(true);
  },
);

test.each(['', 'a/b', 'a/b/c', '.', '..', '__x__', '\ud800', 'x'.repeat(1501), 'é'.repeat(751)])(
  'no record can have the id %j, since one of the engines could not store it',
  (id) => {
    expect(isDocumentId(id)).toBe(false);
  },
);
