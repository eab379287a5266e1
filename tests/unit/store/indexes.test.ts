import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { fields } from '../../../src/shared/fields.ts';

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
