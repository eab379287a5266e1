import { describe, expect, test } from 'vitest';
import { essence } from '../../../../functions/intake/spam/counts.ts';
import { fastest, reasonsFor, type Suspect } from '../../../../functions/intake/spam/rules.ts';
import { filledIn } from '../../../support/builders/filled-in.ts';

const reasons = (different: Partial<Suspect>) => reasonsFor({ ...filledIn, ...different });

test('an ordinary lead breaks no spam rule', () => {
  expect(reasons({})).toEqual([]);
});

test('a spam lead gets all its reasons, in the order in which admins read them', () => {
  const suspect = {
    ...filledIn,
    website: 'x',
    open_ms: 3,
    name: 'Win https://bit.ly/x1',
    message: '[url=https://a.example/b][/url]',
  };
  expect(reasonsFor(suspect, ['same_phone', 'same_text'])).toEqual([
    'honeypot',
    'too_fast',
    'link_in_name',
    'markup',
    'mostly_links',
    'hidden_link',
    'same_text',
    'same_phone',
  ]);
});

test.each([
  ['https://win.example', true],
  ['  ', false],
  [undefined, false],
])('the trap field is %j: held is %j', (website, held) => {
  expect(reasons({ website })).toEqual(held ? ['honeypot'] : []);
});

test.each([
  [0, true],
  [fastest - 1, true],
  [fastest, false],
  [undefined, false],
])('the time that a form was open is %j ms: held is %j', (open_ms, held) => {
  expect(reasons({ open_ms })).toEqual(held ? ['too_fast'] : []);
});

describe('markup', () => {
  const marked = [
    '[url]win.example[/url]',
    '[URL=https://win.example]click[/URL]',
    '[img]',
    '<a href=https://win.example>',
    '<A title="x" HREF = "https://win.example">',
    '< a\nhref="x">',
    '<img src="x">',
    '<script src=x>',
    '[click](https://win.example)',
  ];

  test.each(marked)('holds the lead if it is in a message: %s', (message) => {
    expect(reasons({ message })).toContain('markup');
  });

  test.each(['[img]', '<img src=x>'])(
    'holds the lead if it is in a name or a company: %s',
    (text) => {
      expect(reasons({ name: text })).toEqual(['markup']);
      expect(reasons({ company: text })).toEqual(['markup']);
    },
  );

  test.each([
    '[urls] and [imgs]',
    '[an url] and a [/link]',
    '<a> then href=',
    '<abbr href="x">',
    '<a hrefs="x">',
    '<a xhref="x">',
    '<b src="x">',
    '<img alt="x">',
    '[see](roofs)',
  ])('is not found in %s', (message) => {
    expect(reasons({ message })).not.toContain('markup');
  });
});

const other = 'kLmPqRsTvWxZ';

test.each([
  ['HgTyRfDeSwAq', other, true],
  ['aBcDeFghij', other, true],
  ['HgTyRfDeSwAq', 'Roe Roofing', false],
  ['Roe Roofing', 'HgTyRfDeSwAq', false],
  ['aBcDeFghi', other, false],
  ['aBcDefghij', other, false],
  ['HgTyRfDeSwAq 1', other, false],
  ['McDonaldson', 'LawnProHVAC', false],
  ['BILLHUTCHINS', 'HUTCHINSTREES', false],
])('the name is %s, of %s: held for random letters is %j', (name, company, held) => {
  expect(reasons({ name, company })).toEqual(held ? ['random_letters'] : []);
});

test.each([
  ['1-900-555-0142', true],
  ['1-900-CALL-NOW', true],
  ['(713) 976-0142', true],
  ['(876) 555-0142', true],
  ['+979 1 2345 678', true],
  ['+881 6 2345 6789', true],
  ['011 881 6 2345 6789', true],
  ['+882 16 1234 5678', true],
  ['+883 5100 1234 5678', true],
  ['+870 773 123 456', true],
  ['+675 7123 4567', true],
  ['00 675 7123 4567', true],
  ['675 7123 4567', true],
  ['+44 909 879 0000', true],
  ['(713) 555-0142', false],
  ['(713) 555-0976', false],
  ['(976) 555-0142', false],
  ['909-555-0142', false],
  ['1-800-FLOWERS', false],
  ['(416) 555-0142, Toronto', false],
  ['(787) 555-0142, San Juan', false],
  ['(671) 555-0142, Guam', false],
  ['(675) 555-0142', false],
  ['+44 20 7946 0958', false],
  ['+52 55 1234 5678', false],
  ['+64 9 123 4567', false],
  ['ask Dana', false],
])('the phone number is %s: held as costly to call is %j', (phone, held) => {
  expect(reasons({ phone })).toEqual(held ? ['costly_number'] : []);
});

describe('the key that detects repeated messages', () => {
  const text = 'We looked at your site and found what your rivals do better than you do today';
  const letters = text.toLowerCase().replaceAll(' ', '');
  const essenceOf = (different: Partial<Suspect>) => essence({ ...filledIn, ...different });

  test('consists of the letters, without case, numbers and signs', () => {
    expect(essenceOf({ message: text })).toBe(letters);
    expect(essenceOf({ message: `${text.toUpperCase()}! 24/7` })).toBe(letters);
  });

  test('leaves out the sender’s own name and company', () => {
    const message = `Dana, ${text}. Roe Roofing`;
    expect(essenceOf({ message })).toBe(letters);
    expect(essenceOf({ message, name: 'Zoe', company: 'X' })).not.toBe(letters);
  });

  test('is empty for a short message', () => {
    expect(essenceOf({ message: 'é'.repeat(60) })).toBe('é'.repeat(60));
    expect(essenceOf({ message: 'é'.repeat(59) })).toBeUndefined();
    expect(essenceOf({ message: null })).toBeUndefined();
  });
});
