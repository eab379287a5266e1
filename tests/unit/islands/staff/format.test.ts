import { describe, expect, test } from 'vitest';
import { waitOf } from '../../../../src/islands/inbox/list/cells.tsx';
import { asText, exactTime, shortCall, shortTime } from '../../../../src/islands/staff/format.ts';
import { mailTo, tel } from '../../../../src/shared/phone-numbers.ts';
import { dollarsIn } from '../../../../src/shared/pricing.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';

test.each([
  ['(713) 555-0142', 'tel:7135550142'],
  ['+1 713 555 0142', 'tel:+17135550142'],
  ['713.555.0142 ext. 12', 'tel:7135550142;ext=12'],
  ['713-555-0142 x7', 'tel:7135550142;ext=7'],
  ['Fax 713 555 0142', 'tel:7135550142'],
  ['#1: 713 555 0142', 'tel:17135550142'],
])('the link for the number %s is %s', (phone, href) => {
  expect(tel({ phone })).toBe(href);
});

test('the link dials the parsed number with the typed extension', () => {
  expect(tel({ phone: '713.GET.LEAD ext. 12', phone_e164: '+17134385323' })).toBe(
    'tel:+17134385323;ext=12',
  );
  expect(tel({ phone: '1-800-BOX-0142', phone_e164: '+18002690142' })).toBe('tel:+18002690142');
  expect(tel({ phone: '555-0142', phone_e164: null })).toBe('tel:5550142');
});

test('an e-mail address cannot add headers to a mail', () => {
  expect(mailTo('a+b@example.com')).toBe('mailto:a%2Bb@example.com');
  expect(mailTo('a?bcc=b@example.com')).toBe('mailto:a%3Fbcc%3Db@example.com');
  expect(mailTo('r&d/a%0d#b@example.com')).toBe('mailto:r%26d%2Fa%250d%23b@example.com');
});

test.each([
  ['4,200', 4200],
  [' $4200.50 ', 4200.5],
  ['0', 0],
  ['1,234,567.', 1_234_567],
  ['', null],
  ['4.200,50', NaN],
  ['42,00', NaN],
  ['4200.505', NaN],
  ['-1', NaN],
  ['about 4,200', NaN],
])('the amount %j is read as %j', (text, amount) => {
  expect(dollarsIn(text)).toBe(amount);
});

test('a lead copied as text has everything that a colleague needs', () => {
  const text = asText({ ...lead(1), message: 'Two\nlines' });
  expect(text).toMatch(
    /^Name: Jo Ng\nEmail: .+\nPhone: \(713\) 555-0001\nCompany: .+\nIndustry: Roofing \/ Gutters\n/,
  );
  expect(text).toMatch(/\n\nTwo\nlines$/);
});

describe('the time of a lead', () => {
  // 7:52 PM in Houston, and already the next day in UTC.
  const evening = '2025-11-04T01:52:00.000Z';

  test.each([
    ['today', '2025-11-03', /^today 7:52\sPM$/],
    ['tomorrow', '2025-11-02', /^tomorrow 7:52\sPM$/],
    ['yesterday', '2025-11-04', /^yesterday 7:52\sPM$/],
    ['a date', '2025-11-05', /^Nov 3, 7:52\sPM$/],
    ['a date with its year', '2026-01-01', /^Nov 3, 2025$/],
    ['a date, also of a call next year', '2024-12-28', /^Nov 3, 7:52\sPM$/],
  ])('is %s in the company’s time zone on %s', (_, today, text) => {
    expect(shortTime(evening, today)).toMatch(text);
  });

  test.each([
    ['2025-11-03', /^7:52\sPM$/],
    ['2025-11-02', /^tomorrow$/],
    ['2025-11-04', /^Nov 3$/],
  ])('is short for a call in a row on %s', (today, text) => {
    expect(shortCall(evening, today)).toMatch(text);
  });

  test('shows the day, the second and the time zone in its exact form', () => {
    expect(exactTime(evening)).toMatch(/^Mon, Nov 3, 2025, 7:52:00\sPM CST$/);
  });
});

describe('the wait of a lead', () => {
  // A Wednesday, when the company opens at 15:00 UTC and closes at 24:00.
  const created_at = '2026-11-18T16:00:00Z';

  test.each([
    ['2026-11-18T16:00:59Z', undefined],
    ['2026-11-18T16:04:00Z', '4 min'],
    ['2026-11-18T16:59:59Z', '59 min'],
    ['2026-11-18T17:00:00Z', '1 h'],
    ['2026-11-18T18:10:00Z', '2 h 10 min'],
    ['2026-11-19T04:00:00Z', '8 h'],
    ['2026-11-19T16:00:00Z', '1 day'],
    ['2026-11-23T16:00:00Z', '3 days'],
  ])('is, at %s, %s', (now, text) => {
    expect(waitOf({ created_at }, Date.parse(now)).says).toBe(text);
  });

  test('is late from five minutes on', () => {
    const isLate = (now: string) => waitOf({ created_at }, Date.parse(now)).isLate;
    expect(isLate('2026-11-18T16:04:59Z')).toBe(false);
    expect(isLate('2026-11-18T16:05:00Z')).toBe(true);
  });

  test('starts with business hours if the lead came in the night or on a Saturday', () => {
    const isNew = { says: undefined, isLate: false };
    const atNight = { created_at: '2026-11-18T06:00:00Z' };
    expect(waitOf(atNight, Date.parse('2026-11-18T14:00:00Z'))).toEqual(isNew);
    const onSaturday = { created_at: '2026-11-21T15:00:00Z' };
    expect(waitOf(onSaturday, Date.parse('2026-11-21T20:00:00Z'))).toEqual(isNew);
    expect(waitOf(onSaturday, Date.parse('2026-11-23T15:02:00Z')).says).toBe('2 min');
  });
});
