import { describe, expect, test } from 'vitest';
import { readSubmission } from '../../../functions/intake/accept-lead.ts';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import type { FieldName } from '../../../src/shared/fields.ts';
import { problemOf, without, withField } from '../../support/builders/filled-in.ts';
import { aSubmission } from '../../support/builders/requests.ts';

const read = (field: FieldName, value: unknown) =>
  submissionSchema.parse(withField(field, value))[field];

const blanks = ['', ' ', '\t', '\n', '\u00A0', '\u3000', ' \t\u00A0\r\n\uFEFF '];
/** Characters of the largest size. */
const unseen = ['\u200B', '\u3164', '\u115F \u1160', '\u2800', '\u034F\uFE0F', '\u{E0100}'];
const notText = [undefined, null, 0, 1, true, [], ['x'], {}, { toString: () => 'x' }];

/** The owner's words and numbers, repeated here so that the test can find a mistake in them. */
const lines = [
  { field: 'name', max: 100, missing: 'Name is required', label: 'Name' },
  { field: 'phone', max: 50, missing: 'Phone is required', label: 'Phone' },
  { field: 'company', max: 100, missing: 'Company name is required', label: 'Company name' },
  { field: 'industry', max: 100, missing: 'Industry is required', label: 'Industry' },
] as const;

describe.each(lines)('$field', ({ field, max, missing, label }) => {
  test('is reported as missing if it is blank, invisible or not text', () => {
    expect(problemOf(without(field))).toEqual({ field, error: missing });
    for (const value of [...blanks, ...unseen, ...notText])
      expect(problemOf(withField(field, value))).toEqual({ field, error: missing });
  });

  test(`may have 1 to ${max} characters in JavaScript’s count, without surrounding spaces`, () => {
    const fits = '🌳'.repeat(max / 2);
    for (const text of ['x', 'x'.repeat(max), fits, `a  b\u00A0${'x'.repeat(max - 5)}`])
      expect(read(field, ` \t\u00A0${text}\n `)).toBe(text);
    const tooLong = { field, error: `${label} must be at most ${max} characters` };
    for (const text of ['x'.repeat(max + 1), 'x'.repeat(100_000), `${fits}x`])
      expect(problemOf(withField(field, text))).toEqual(tooLong);
  });

  test('may be in any script, but may not contain a lone surrogate', () => {
    for (const text of [
      'José Ñúñez',
      'مريم العلي',
      'שלום בע"מ',
      '李雷',
      '👩🏽‍🌾',
      'Zoe\u0308',
      "O'Neil & <S>",
    ])
      expect(read(field, text)).toBe(text);
    const error = `${label} has characters that can't be read`;
    for (const text of ['\ud83d', 'Da\udc4dna', 'Dana\0'])
      expect(problemOf(withField(field, text))).toEqual({ field, error });
  });
});

describe('email', () => {
  const invalid = { field: 'email', error: 'Invalid email address' };
  const ofLength = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;

  test.each([
    'a@b.co',
    'first.last+leads@sub.example.com',
    "o'neil@example.com",
    'A_1-b@ex-am.org',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    `a@${'x'.repeat(63)}.example.com`,
    'dana@xn--e1aybc.xn--p1ai',
  ])('may be %s', (address) => {
    expect(read('email', address)).toBe(address);
  });

  test.each([
    ...blanks,
    ...notText,
    'dana',
    '@example.com',
    'dana@example',
    'dana@@example.com',
    'dana roe@example.com',
    'dana@example.com, lee@example.com',
    'dana@example..com',
    '.dana@example.com',
    'da..na@example.com',
    'dana.@example.com',
    'dana@example.com.',
    'dana@192.0.2.1',
    'dana@example.c0m',
    'dana@-example.com',
    'dana@example-.com',
    `dana@${'x'.repeat(64)}.com`,
    'dañá@example.com',
    'dana@exämple.com',
    'dana@example.com\nBcc: all@example.com',
    '🌳@example.com',
    'x'.repeat(300),
  ])('may not be %j', (address) => {
    expect(problemOf(withField('email', address))).toEqual(invalid);
  });

  test('is required, and has at most 255 characters without surrounding spaces', () => {
    expect(problemOf(without('email'))).toEqual(invalid);
    expect(read('email', `\u00A0 ${ofLength(255)}\t`)).toBe(ofLength(255));
    const error = 'Email must be at most 255 characters';
    expect(problemOf(withField('email', ofLength(256)))).toEqual({ field: 'email', error });
  });
});

test('a blank message becomes null; another keeps its line breaks and has at most 1000 characters', () => {
  for (const message of [...blanks, undefined, null]) expect(read('message', message)).toBeNull();
  expect(submissionSchema.parse(without('message')).message).toBeNull();
  expect(read('message', ' one\n\n two ')).toBe('one\n\n two');
  expect(read('message', ` ${'🌳'.repeat(500)}\n`)).toHaveLength(1000);
  const wrong = (value: unknown) => problemOf(withField('message', value));
  const tooLong = { field: 'message', error: 'Message must be at most 1000 characters' };
  for (const text of ['x'.repeat(1001), `${'🌳'.repeat(500)}x`])
    expect(wrong(text)).toEqual(tooLong);
  for (const value of [0, false, [], {}])
    expect(wrong(value)).toEqual({ field: 'message', error: 'Message must be text' });
});

const accepted = (different: Parameters<typeof aSubmission>[0]) =>
  readSubmission(aSubmission(different));

describe('a visitor’s words', () => {
  test.each(['name', 'phone', 'company', 'industry', 'message'] as const)(
    'can’t reverse the words beside them: %s',
    (field) => {
      const signs = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
      expect(accepted({ [field]: `${signs} Dana${signs} Roe ${signs}` })[field]).toBe('Dana Roe');
    },
  );

  test('become one line, except for the message, so that none can end the subject of a mail', () => {
    const sent = { name: 'Dana\r\n\tRoe', company: 'Roe\nRoofing\tLLC', message: 'One\r\n\ttwo' };
    const { name, company, message } = accepted(sent);
    expect([name, company, message]).toEqual(['Dana Roe', 'Roe Roofing LLC', sent.message]);
  });

  test('are no message if all characters are invisible', () => {
    expect(accepted({ message: '\u202E \u2069' }).message).toBeNull();
    expect(accepted({ message: undefined }).message).toBeNull();
  });

  test.each(['مريم العلي', 'שלום בע"מ', 'می‌خواهم', '👩🏽‍🌾', 'שלום\u200E!'])(
    'stay as they are in any script: %s',
    (text) =>
      expect(accepted({ name: text, message: text })).toMatchObject({ name: text, message: text }),
  );
});
