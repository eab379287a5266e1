import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const mode = {
  order: z.optional(z.enum(['ASCENDING', 'DESCENDING'])),
  arrayConfig: z.optional(z.literal('CONTAINS')),
};

const fileSchema = z.strictObject({
  indexes: z.array(
    z.strictObject({
      collectionGroup: z.string(),
      queryScope: z.literal('COLLECTION'),
      fields: z.array(z.strictObject({ fieldPath: z.string(), ...mode })),
    }),
  ),
  fieldOverrides: z.array(
    z.strictObject({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.optional(z.boolean()),
      indexes: z.array(z.strictObject({ queryScope: z.literal('COLLECTION'), ...mode })),
    }),
  ),
});

type File = z.infer<typeof fileSchema>;

export interface Declared {
  composite: File['indexes'];
  overrides: File['fieldOverrides'];
}

/** The indexes that `firebase deploy` creates. */
export function declaredIndexes(): Declared {
  const { indexes, fieldOverrides } = fileSchema.parse(
    JSON.parse(readFileSync('firestore.indexes.json', 'utf8')),
  );
  return { composite: indexes, overrides: fieldOverrides };
}
