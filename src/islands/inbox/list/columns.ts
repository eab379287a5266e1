import type { admin } from '../../../copy/admin.ts';

/** The table's columns in their order: the spec's nine, and where delivery stands. */
export const columns = [
  'date',
  'name',
  'email',
  'phone',
  'company',
  'industry',
  'message',
  'marketing',
  'delivery',
  'actions',
] as const satisfies (keyof typeof admin.columns)[];
