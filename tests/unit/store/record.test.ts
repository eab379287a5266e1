import { expect, test } from 'vitest';
import { isDocumentId, toItem } from '../../../functions/store/record.ts';
import { aRecord } from '../../support/builders/record.ts';

test('admins see all of a lead but its tries, its lease and its mark', () => {
  const { tries, lease, ...item } = aRecord();
  expect(toItem({ ...item, tries, lease, test: true })).toStrictEqual(item);
});

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
