import { describe, expect, test } from 'vitest';
import { contactSchema } from '../../../src/shared/contact.ts';
import { filledIn, problemOf, without } from '../../support/builders/filled-in.ts';

describe('the reported problem', () => {
  test('is the first one in the order of the form', () => {
    const order = [
      ['name', 'Name is required'],
      ['email', 'Invalid email address'],
      ['phone', 'Phone is required'],
      ['company', 'Company name is required'],
      ['industry', 'Industry is required'],
      ['consent_marketing', 'You must consent to receive notifications and promotional messages'],
    ];
    for (const [from, [field, error]] of order.entries()) {
      const missing = order.slice(from).map(([name = '']) => name);
      expect(problemOf(without(...missing))).toEqual({ field, error });
    }
  });

  test('does not depend on the order of the fields', () => {
    const backwards = Object.fromEntries(
      Object.keys(filledIn)
        .reverse()
        .map((field) => [field, '']),
    );
    expect(problemOf(backwards)).toEqual({ field: 'name', error: 'Name is required' });
  });

  test.each([null, undefined, 'text', 7, true, []])(
    'is a sentence even if the body is %j',
    (input) => {
      expect(problemOf(input)).toEqual({ field: '', error: 'The form could not be read' });
    },
  );
});

describe('a malicious body', () => {
  test('can not add properties with __proto__ or constructor', () => {
    const json = `{"__proto__": {"admin": true, "name": "x"}, "constructor": 1, "extra": 1,
      ${JSON.stringify(filledIn).slice(1)}`;
    const parsed = contactSchema().parse(JSON.parse(json));
    expect(parsed).toEqual(filledIn);
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(filledIn).sort());
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect('admin' in {}).toBe(false);
  });

  test('can not fill in a field with __proto__', () => {
    const json = `{"__proto__": ${JSON.stringify(filledIn)}}`;
    expect(problemOf(JSON.parse(json))).toEqual({ field: 'name', error: 'Name is required' });
  });
});
