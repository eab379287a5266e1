import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { limits } from '../../../src/shared/fields.ts';
import { aRecord } from './record.ts';

/** Words of twenty letters, the most that an index keeps, each with another first letter. */
const words = (first: number, between: string): string =>
  Array.from({ length: 13 }, (_, i) => String.fromCodePoint(97 + first + i).padEnd(20, 'xyz')).join(
    between,
  );

/** A lead with as many search terms as one visitor can give it. */
export const inflatedRecord = (different: Partial<SubmissionRecord> = {}): SubmissionRecord =>
  aRecord({
    name: words(0, ' ').slice(0, limits.name),
    company: words(5, ' ').slice(0, limits.company),
    email: `z@${words(10, '.')}`.slice(0, limits.email),
    phone: '2345678 345678 456789 567890 6789012 7890123 890123'.slice(0, limits.phone),
    ...different,
  });
