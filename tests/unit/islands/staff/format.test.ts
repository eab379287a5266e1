import { expect, test } from 'vitest';
import { asText, mailTo, tel } from '../../../../src/islands/staff/format.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';

test.each([
  ['(713) 555-0142', 'tel:7135550142'],
  ['+1 713 555 0142', 'tel:+17135550142'],
  ['713.555.0142 ext. 12', 'tel:7135550142;ext=12'],
  ['713-555-0142 x7', 'tel:7135550142;ext=7'],
])('the link for the number %s is %s', (phone, href) => {
  expect(tel(phone)).toBe(href);
});

test('an e-mail address can not add headers to a mail', () => {
  expect(mailTo('a+b@example.com')).toBe('mailto:a%2Bb@example.com');
  expect(mailTo('a?bcc=b@example.com')).toBe('mailto:a%3Fbcc%3Db@example.com');
});

test('a lead as text has everything that a colleague needs', () => {
  const text = asText({ ...lead(1), message: 'Two\nlines' });
  expect(text).toMatch(
    /^Name: Jo Ng\nEmail: .+\nPhone: \(713\) 555-0001\nCompany: .+\nIndustry: Roofing \/ Gutters\n/,
  );
  expect(text).toMatch(/\n\nTwo\nlines$/);
});
