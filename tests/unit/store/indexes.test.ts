import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { fields } from '../../../src/shared/fields.ts';

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
