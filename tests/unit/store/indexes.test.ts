import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { fields } from '../../../src/shared/fields.ts';
import type { Declared } from '../../support/servers/firestore-indexes/declared.ts';
import type { QueryShape } from '../../support/servers/firestore-indexes/shape.ts';
import { unserved } from '../../support/servers/firestore-indexes/unserved.ts';

const newest = { fieldPath: 'created_at', order: 'DESCENDING' } as const;
const index = (...fields: Declared['composite'][number]['fields']) => ({
  collectionGroup: 'c',
  queryScope: 'COLLECTION' as const,
  fields,
});
const on = (fieldPath: string) => ({ fieldPath, order: 'ASCENDING' as const });
const declared: Declared = {
  composite: [
    index(on('listed'), newest),
    index(on('industry'), newest),
    index({ fieldPath: 'search', arrayConfig: 'CONTAINS' }, newest),
  ],
  overrides: [{ collectionGroup: 'c', fieldPath: 'map', indexes: [] }],
};
const shape = (different: Partial<QueryShape>): QueryShape => ({
  collection: 'c',
  equal: [],
  contains: [],
  range: [],
  order: [newest],
  ...different,
});

test.each<[string, Partial<QueryShape>]>([
  ['order alone', {}],
  ['one filter', { equal: ['listed'] }],
  ['two filters, whose indexes are merged', { equal: ['listed', 'industry'] }],
  ['filters without order', { equal: ['a', 'b'], order: [] }],
  ['a word', { contains: ['search'] }],
  ['a range in its own order', { range: ['due'], order: [on('due')] }],
])('Firestore answers %s', (_, different) => {
  expect(unserved([shape(different)], declared)).toEqual([]);
});

test.each<[string, Partial<QueryShape>]>([
  ['a filter without index', { equal: ['state'] }],
  ['one such among others', { equal: ['listed', 'state'] }],
  ['the other direction', { equal: ['listed'], order: [on('created_at')] }],
  ['another collection', { equal: ['listed'], collection: 'd' }],
  ['a word with a filter, which it need not merge', { contains: ['search'], equal: ['listed'] }],
  ['equality on the words', { equal: ['search'] }],
  ['a range in another order', { range: ['due'] }],
  ['an exempt field', { range: ['map'], order: [on('map')] }],
  ['what is inside an exempt field', { range: ['map.a'], order: [on('map.a')] }],
])('Firestore refuses %s', (_, different) => {
  expect(unserved([shape(different)], declared)).toHaveLength(1);
});

test.each(fields.filter(({ kind }) => kind !== 'choice' && kind !== 'consent'))(
  'Firestore keeps no index of what visitors write: $name',
  ({ name: fieldPath }) => {
    expect(indexes.fieldOverrides).toContainEqual({
      collectionGroup: 'contact_submissions',
      fieldPath,
      indexes: [],
    });
  },
);
