import { describe, expect, test } from 'vitest';
import { contactSchema } from '../../../src/shared/contact.ts';
import { filledIn, problemOf, without } from '../../support/builders/filled-in.ts';

/** The owner's words and numbers, written again so that a slip can't agree with itself. */
const lines = [
  { field: 'name', max: 100, missing: 'Name is required', label: 'Name' },
  { field: 'phone', max: 50, missing: 'Phone is required', label: 'Phone' },
  { field: 'company', max: 100, missing: 'Company name is required', label: 'Company name' },
  { field: 'industry', max: 100, missing: 'Industry is required', label: 'Industry' },
] as const;
const consentMissing = 'You must consent to receive notifications and promotional messages';

const withField = (field: string, value: unknown) => ({ ...filledIn, [field]: value });

const blanks = ['', ' ', '\t', '\n', '\u00A0', '\u3000', ' \t\u00A0\r\n\uFEFF '];
/** Characters that take up room at most. */
const unseen = ['\u200B', '\u3164', '\u115F \u1160', '\u2800', '\u034F\uFE0F', '\u{E0100}'];
const notText = [undefined, null, 0, 1, true, [], ['x'], {}, { toString: () => 'x' }];

test('the schema accepts a filled-in form and returns it unchanged', () => {
  expect(contactSchema().parse(filledIn)).toEqual(filledIn);
});

describe.each(lines)('$field', ({ field, max, missing, label }) => {
  const tooLong = { field, error: `${label} must be at most ${max} characters` };

  test.each([1, 2, max - 1, max])('may have %i characters', (length) => {
    expect(contactSchema().parse(withField(field, 'x'.repeat(length)))[field]).toHaveLength(length);
  });

  test(`may have no more than ${max}`, () => {
    expect(problemOf(withField(field, 'x'.repeat(max + 1)))).toEqual(tooLong);
    expect(problemOf(withField(field, 'x'.repeat(100_000)))).toEqual(tooLong);
  });

  test('is measured and stored without surrounding spaces', () => {
    const text = 'x'.repeat(max);
    const parsed = contactSchema().parse(withField(field, ` \t\u00A0${text}\n `));
    expect(parsed[field]).toBe(text);
  });

  test('keeps spaces between words', () => {
    expect(contactSchema().parse(withField(field, ' a  b\u00A0c '))[field]).toBe('a  b\u00A0c');
  });

  test.each([...blanks, ...unseen])('is reported as missing when it is blank: %j', (text) => {
    expect(problemOf(withField(field, text))).toEqual({ field, error: missing });
  });

  test.each(notText)('is reported as missing when it is %j', (value) => {
    expect(problemOf(withField(field, value))).toEqual({ field, error: missing });
  });

  test('is required', () => {
    expect(problemOf(without(field))).toEqual({ field, error: missing });
  });

  test('counts an emoji as two characters, and never cuts it in half', () => {
    const fits = '🌳'.repeat(max / 2);
    expect(contactSchema().parse(withField(field, fits))[field]).toBe(fits);
    expect(problemOf(withField(field, `${fits}x`))).toEqual(tooLong);
    expect(problemOf(withField(field, '🌳'.repeat(max / 2 + 1)))).toEqual(tooLong);
  });

  test.each([
    'José Ñúñez',
    'مريم العلي',
    'שלום בע"מ',
    '李雷',
    '👩🏽‍🌾',
    'Zoe\u0308',
    "O'Neil & <Sons>",
  ])('accepts any script: %s', (text) => {
    expect(contactSchema().parse(withField(field, text))[field]).toBe(text);
  });
});

describe('email', () => {
  const invalid = { field: 'email', error: 'Invalid email address' };
  const tooLong = { field: 'email', error: 'Email must be at most 255 characters' };
  const ofLength = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;

  test.each([
    'a@b.co',
    'first.last+leads@sub.example.com',
    "o'neil@example.com",
    'A_1-b@ex-am.org',
    'r&d@example.com',
    'a=b@example.com',
    'a/b@example.com',
    'a!b@example.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    `a@${'x'.repeat(63)}.example.com`,
    'dana@xn--e1aybc.xn--p1ai',
  ])('may be %s', (address) => {
    expect(contactSchema().parse(withField('email', address)).email).toBe(address);
  });

  test.each([
    ...blanks,
    'dana',
    'dana@',
    '@example.com',
    'dana@example',
    'dana@@example.com',
    'dana@exa mple.com',
    'dana roe@example.com',
    'dana@example.com, lee@example.com',
    '<dana@example.com>',
    'dana@example..com',
    '.dana@example.com',
    'da..na@example.com',
    'dana.@example.com',
    'dana@example.com.',
    'dana@.example.com',
    'dana@localhost',
    'dana@192.0.2.1',
    'dana@example.c0m',
    'dana@-example.com',
    'dana@example-.com',
    `dana@${'x'.repeat(64)}.com`,
    'dañá@example.com',
    'dana@exämple.com',
    '"dana"@example.com',
    'dana(roe)@example.com',
    'dana@example.com\nBcc: all@example.com',
    '🌳@example.com',
  ])('may not be %j', (address) => {
    expect(problemOf(withField('email', address))).toEqual(invalid);
  });

  test.each(notText)('must be text, not %j', (value) => {
    expect(problemOf(withField('email', value))).toEqual(invalid);
  });

  test('is required', () => {
    expect(problemOf(without('email'))).toEqual(invalid);
  });

  test('may have 255 characters and no more', () => {
    expect(contactSchema().parse(withField('email', ofLength(255))).email).toHaveLength(255);
    expect(problemOf(withField('email', ofLength(256)))).toEqual(tooLong);
  });

  test('is checked without surrounding spaces', () => {
    const parsed = contactSchema().parse(withField('email', `\u00A0 ${ofLength(255)}\t`));
    expect(parsed.email).toBe(ofLength(255));
  });

  test('that is both too long and malformed is called invalid', () => {
    expect(problemOf(withField('email', 'x'.repeat(300)))).toEqual(invalid);
  });
});

describe('message', () => {
  test.each([...blanks, undefined, null])('is null when it is blank: %j', (message) => {
    expect(contactSchema().parse(withField('message', message)).message).toBeNull();
  });

  test('is null when it is missing', () => {
    expect(contactSchema().parse(without('message')).message).toBeNull();
  });

  test.each([1, 999, 1000])('may have %i characters', (length) => {
    const parsed = contactSchema().parse(withField('message', ` ${'x'.repeat(length)}\n`));
    expect(parsed.message).toHaveLength(length);
  });

  test('may have no more than 1000, emoji counted as JavaScript does', () => {
    const tooLong = { field: 'message', error: 'Message must be at most 1000 characters' };
    expect(problemOf(withField('message', 'x'.repeat(1001)))).toEqual(tooLong);
    expect(problemOf(withField('message', '🌳'.repeat(500)))).toBeUndefined();
    expect(problemOf(withField('message', `${'🌳'.repeat(500)}x`))).toEqual(tooLong);
  });

  test('keeps its line breaks', () => {
    expect(contactSchema().parse(withField('message', ' one\n\n two ')).message).toBe(
      'one\n\n two',
    );
  });

  test.each([0, false, [], {}])('can not be %j', (value) => {
    const error = 'Message must be text';
    expect(problemOf(withField('message', value))).toEqual({ field: 'message', error });
  });
});

describe('consent', () => {
  test.each([false, 'true', 'on', 1, null, undefined, {}, [true]])('can not be %j', (value) => {
    expect(problemOf(withField('consent_marketing', value))).toEqual({
      field: 'consent_marketing',
      error: consentMissing,
    });
  });

  test('is required', () => {
    expect(problemOf(without('consent_marketing'))?.error).toBe(consentMissing);
  });
});
