import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contactOf, problemIn } from '../../../src/shared/contact.ts';
import { firstProblem, submissionSchema } from '../../../src/shared/contact-schema.ts';
import { fields } from '../../../src/shared/fields.ts';
import { problemOf, sentForm, someId, withField } from '../../support/builders/filled-in.ts';
import { anyValue, nearlySubmission } from '../../support/builders/generated.ts';

const consentMissing = 'You must consent to receive notifications and promotional messages';

test.each([
  ['consent_marketing', consentMissing, [false, 'true', 'on', 1, null, undefined, {}, [true]]],
  [
    'source',
    'The submission has no valid source',
    [undefined, null, '', 'contact', 'Contact_Page', 1, ['contact_page']],
  ],
  [
    'id',
    'The submission has no valid id',
    [undefined, null, '', 'abc', 42, `${someId}0`, ` ${someId}`, someId.replaceAll('-', '')],
  ],
  [
    'consent_version',
    'The submission names no consent text',
    [undefined, null, '', 3, 'x'.repeat(41)],
  ],
  ['website', 'The form could not be read', [null, 7, ['x']]],
])('%s is checked, and otherwise: %s', (field, error, wrong) => {
  for (const value of wrong) expect(problemOf(withField(field, value))).toEqual({ field, error });
});

test('a valid submission is parsed unchanged, including the honeypot field', () => {
  for (const change of [{}, { source: 'contact_form' }, { website: 'https://spam.example' }])
    expect(submissionSchema.parse({ ...sentForm, ...change })).toEqual({ ...sentForm, ...change });
});

test.each([null, undefined, 'text', 7, true, []])(
  'a body of %j is refused in a sentence',
  (input) => expect(problemOf(input)).toEqual({ field: '', error: 'The form could not be read' }),
);

test('a malicious body can neither add properties nor fill in a field with __proto__', () => {
  const added = `{"__proto__": {"admin": true, "name": "x"}, "constructor": 1, "extra": 1,
    ${JSON.stringify(sentForm).slice(1)}`;
  const parsed = submissionSchema.parse(JSON.parse(added));
  expect(parsed).toEqual(sentForm);
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(sentForm).sort());
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect('admin' in {}).toBe(false);
  const filled: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(sentForm)}}`);
  expect(problemOf(filled)).toEqual({ field: 'name', error: 'Name is required' });
});

describe('for any input', () => {
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
    // Guards against a generator that makes no accepted form.
    expect(accepted).toBeGreaterThan(100);
  });

  test('a refused form gets a field and a sentence, and the schema never throws', () => {
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

  test('the browser finds the same errors as the function, and sends what the function stores', () => {
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
});
