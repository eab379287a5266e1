import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstProblem, submissionSchema } from '../../../src/shared/contact.ts';
import { limits } from '../../../src/shared/fields.ts';
import { anyValue, nearlySubmission } from '../../support/builders/generated.ts';

const runs = { numRuns: 2000 };

test('an accepted form obeys the limits, and is accepted again unchanged', () => {
  let accepted = 0;
  fc.assert(
    fc.property(nearlySubmission, (fields) => {
      const parsed = submissionSchema().safeParse(fields);
      if (!parsed.success) return;
      accepted += 1;
      const { data } = parsed;
      expect(submissionSchema().parse(data)).toEqual(data);
      for (const [field, max] of Object.entries(limits)) {
        const text = data[field as keyof typeof limits];
        if (text === null) expect(field).toBe('message');
        else {
          expect(text.length).toBeLessThanOrEqual(max);
          expect(text).toBe(text.trim());
          expect(text).not.toBe('');
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toContain('\0');
        }
      }
      expect(data.consent_marketing).toBe(true);
      expect(data.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }),
    runs,
  );
  // Otherwise the property would be tested on nothing.
  expect(accepted).toBeGreaterThan(100);
});

test('a refused form gets a field and a sentence, and nothing makes the schema throw', () => {
  const input = fc.oneof(anyValue, nearlySubmission);
  fc.assert(
    fc.property(input, (fields) => {
      const { error } = submissionSchema().safeParse(fields);
      if (!error) return;
      const problem = firstProblem(error);
      expect(problem.error).toMatch(/^[A-Z].{10,}/);
      expect(['', ...Object.keys(submissionSchema().shape)]).toContain(problem.field);
    }),
    runs,
  );
});
