import { describe, expect, test } from 'vitest';
import { firstProblem, submissionSchema } from '../../../src/shared/contact.ts';
import { filledIn, someId } from '../../support/builders/filled-in.ts';

const sent = { ...filledIn, id: someId, source: 'contact_page', consent_version: '2025-10-03' };
const problemOf = (change: Record<string, unknown>) => {
  const { error } = submissionSchema().safeParse({ ...sent, ...change });
  return error && firstProblem(error);
};

test('a valid submission is parsed unchanged', () => {
  expect(submissionSchema().parse({ ...sent, website: '' })).toEqual({ ...sent, website: '' });
});

test.each(['contact_page', 'contact_form'])('a submission can come from %s', (source) => {
  expect(problemOf({ source })).toBeUndefined();
});

test.each([undefined, null, '', 'contact', 'Contact_Page', 1, ['contact_page']])(
  'a submission can not come from %j',
  (source) => {
    const error = 'The submission has no valid source';
    expect(problemOf({ source })).toEqual({ field: 'source', error });
  },
);

test.each([undefined, null, '', 'abc', 42, `${someId}0`, ` ${someId}`, someId.replaceAll('-', '')])(
  'a submission can not have the id %j',
  (id) => {
    expect(problemOf({ id })).toEqual({ field: 'id', error: 'The submission has no valid id' });
  },
);

describe('the consent version of a submission', () => {
  test.each([undefined, null, '', 3])('can not be %j', (version) => {
    const error = 'The submission names no consent text';
    expect(problemOf({ consent_version: version })).toEqual({ field: 'consent_version', error });
  });

  test('can have up to 40 characters', () => {
    expect(problemOf({ consent_version: 'x'.repeat(40) })).toBeUndefined();
    expect(problemOf({ consent_version: 'x'.repeat(41) })).toEqual({
      field: 'consent_version',
      error: 'The submission names no consent text',
    });
  });
});

describe('the hidden field for bots', () => {
  test.each([undefined, '', 'https://spam.example'])('is kept as it was sent: %j', (website) => {
    expect(submissionSchema().parse({ ...sent, website }).website).toBe(website);
  });

  test.each([null, 7, ['x']])('can not be %j', (website) => {
    expect(problemOf({ website })).toEqual({
      field: 'website',
      error: 'The form could not be read',
    });
  });

  test('is optional', () => {
    expect(submissionSchema().parse(sent)).not.toHaveProperty('website');
  });
});

test("a visitor's own mistake is reported before the browser's", () => {
  const all = { id: '', source: '', consent_version: '', consent_marketing: false };
  expect(problemOf({ ...all, name: '' })?.field).toBe('name');
  expect(problemOf(all)?.field).toBe('consent_marketing');
});

test.each([null, undefined, 'text', []])('a submission can’t be %j', (input) => {
  const { error } = submissionSchema().safeParse(input);
  expect(error && firstProblem(error).error).toBe('The form could not be read');
});
