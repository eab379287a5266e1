import { describe, expect, test } from 'vitest';
import { readSubmission } from '../../../functions/intake/read-submission.ts';
import { aSubmission } from '../../support/builders/requests.ts';

const read = (different: Parameters<typeof aSubmission>[0]) =>
  readSubmission(aSubmission(different));

describe('a visitor’s words', () => {
  test.each(['name', 'phone', 'company', 'industry', 'message'] as const)(
    'can’t turn around the words beside them: %s',
    (field) => {
      const signs = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
      expect(read({ [field]: `${signs} Dana${signs} Roe ${signs}` })[field]).toBe('Dana Roe');
    },
  );

  test('are no message if nobody can see them', () => {
    expect(read({ message: '\u202E \u2069' }).message).toBeNull();
    expect(read({ message: undefined }).message).toBeNull();
  });

  test.each(['مريم العلي', 'שלום בע"מ', 'می‌خواهم', '👩🏽‍🌾', 'שלום\u200E!'])(
    'stay as they are in any script: %s',
    (text) => {
      expect(read({ name: text, message: text })).toMatchObject({ name: text, message: text });
    },
  );
});
