import { expect, test } from 'vitest';
import { toItem } from '../../../functions/store/record.ts';
import { aRecord } from '../../support/builders/record.ts';

test('admins see all of a lead but its tries, its lease and its mark', () => {
  const { tries, lease, ...item } = aRecord();
  expect(toItem({ ...item, tries, lease, test: true })).toStrictEqual(item);
});
