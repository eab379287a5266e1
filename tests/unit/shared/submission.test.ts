import { describe, expect, test } from 'vitest';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import {
  problemOf,
  sentForm,
  someId,
  without,
  withField,
} from '../../support/builders/filled-in.ts';

const consentMissing = 'You must consent to receive notifications and promotional messages';

describe.each([
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
])('%s', (field, error, wrong) => {
  test.each(wrong)('can not be %j', (value) => {
    expect(problemOf(withField(field, value))).toEqual({ field, error });
  });
});

test('a valid submission is parsed unchanged, with what a bot wrote into the trap', () => {
  for (const change of [{}, { source: 'contact_form' }, { website: 'https://spam.example' }])
    expect(submissionSchema.parse({ ...sentForm, ...change })).toEqual({
      ...sentForm,
      ...change,
    });
});

describe('the reported problem', () => {
  const order = [
    ['name', 'Name is required'],
    ['email', 'Invalid email address'],
    ['phone', 'Phone is required'],
    ['company', 'Company name is required'],
    ['industry', 'Industry is required'],
    ['consent_marketing', consentMissing],
    ['id', 'The submission has no valid id'],
  ];

  test.each(order.map(([field = '', error = ''], from) => [field, error, from] as const))(
    'is the first one in the order of the form: %s',
    (field, error, from) => {
      const missing = order.slice(from).map(([name = '']) => name);
      expect(problemOf(without(...missing))).toEqual({ field, error });
      const backwards = Object.entries(without(...missing)).reverse();
      expect(problemOf(Object.fromEntries(backwards))).toEqual({ field, error });
    },
  );

  test.each([null, undefined, 'text', 7, true, []])('is a sentence even for %j', (input) => {
    expect(problemOf(input)).toEqual({ field: '', error: 'The form could not be read' });
  });
});

describe('a malicious body', () => {
  test('can not add properties with __proto__ or constructor', () => {
    const json = `{"__proto__": {"admin": true, "name": "x"}, "constructor": 1, "extra": 1,
      ${JSON.stringify(sentForm).slice(1)}`;
    const parsed = submissionSchema.parse(JSON.parse(json));
    expect(parsed).toEqual(sentForm);
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(sentForm).sort());
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect('admin' in {}).toBe(false);
  });

  test('can not fill in a field with __proto__', () => {
    const json = `{"__proto__": ${JSON.stringify(sentForm)}}`;
    expect(problemOf(JSON.parse(json))).toEqual({ field: 'name', error: 'Name is required' });
  });
});
