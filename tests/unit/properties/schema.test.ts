import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactOf, problemIn } from '../../../src/shared/contact.ts';
import { firstProblem, submissionSchema } from '../../../src/shared/contact-schema.ts';
import { fields } from '../../../src/shared/fields.ts';
import { anyValue, nearlySubmission } from '../../support/builders/generated.ts';

const runs = { numRuns: 2000 };

test('an accepted form obeys the limits, and is accepted again unchanged', () => {
  let accepted = 0;
  fc.assert(
    fc.property(nearlySubmission, (form) => {
      const parsed = submissionSchema.safeParse(form);
      if (!parsed.success) return;
      accepted += 1;
      const { data } = parsed;
      expect(submissionSchema.parse(data)).toEqual(data);
      for (const { name, kind, limit = 0, missing } of fields) {
        const text = data[name];
        if (kind === 'consent') expect(text).toBe(true);
        else if (text === null) expect(missing).toBeUndefined();
        else {
          expect(text).toHaveLength(Math.min(String(text).length, limit));
          expect(text).toBe(String(text).trim());
          expect(text).not.toBe('');
          expect(String(text).isWellFormed()).toBe(true);
          expect(text).not.toContain('\0');
        }
      }
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
    fc.property(input, (form) => {
      const { error } = submissionSchema.safeParse(form);
      if (!error) return;
      const problem = firstProblem(error);
      expect(problem.error).toMatch(/^[A-Z].{10,}/);
      expect(['', ...Object.keys(submissionSchema.shape)]).toContain(problem.field);
    }),
    runs,
  );
});

test('the browser finds what the function finds, and sends what it stores', () => {
  fc.assert(
    fc.property(nearlySubmission, (form) => {
      const { data, error } = submissionSchema.safeParse(form);
      const problem = error && firstProblem(error);
      const isOfForm = fields.some(({ name }) => name === problem?.field);
      expect(problemIn(form)).toEqual(isOfForm ? problem : undefined);
      if (data) expect(data).toMatchObject(contactOf(form));
    }),
    runs,
  );
});
