import { describe, expect, test } from 'vitest';
import { pages } from '../../../src/copy/pages.ts';
import { report } from '../../../src/copy/report.ts';

test('the hours and steps of the report are the company’s, in words', () => {
  expect(pages.contact.info.hours).toBe('Mon-Fri 9AM-6PM');
  expect(report.totals.atOnce).toBe('Answered within 5 minutes');
  expect(report.answered.rows).toEqual([
    'Within 5 minutes',
    '5 minutes to 15 minutes',
    '15 minutes to 1 hour',
    '1 hour to 4 hours',
    '4 hours to 1 day',
    'Later, or not yet',
  ]);
  expect(report.answered.points).toHaveLength(report.answered.rows.length);
  expect(report.answered.hint).toContain(
    'Only business hours count: Monday to Friday, 9 AM to 6 PM in Houston. A day has 9 of them.',
  );
});

describe('a few leads', () => {
  test.each([
    [3, 19, '3 of 19'],
    [0, 1, '0 of 1'],
    [5, 20, '5 (25%)'],
    [1200, 3600, '1,200 (33%)'],
    [0, 0, '–'],
  ])('have no share in percent: %i of %i is %s', (part, whole, words) => {
    expect(report.of(part, whole)).toBe(words);
  });

  test.each([
    [900, 20, '$45', ''],
    [10, 24, '$0.42', ''],
    [900, 7, '$129', '$900 for 7'],
    [900, 0, '–', '$900 for none'],
    [undefined, 7, '–', ''],
    [0, 7, '$0', '$0 for 7'],
  ])('have no cost without what it is made of: $%s for %i', (spent, count, average, of) => {
    expect([report.each(spent, count), report.eachOf(spent, count)]).toEqual([average, of]);
  });

  test('are lost for reasons, the commonest first', () => {
    const counts = { price: 2, 'no-answer': 3, other: 1, gone: 1 };
    const words = report.because(counts).replaceAll('\u00a0', ' ');
    expect(words).toBe('Never reached 3, Price 2, Something else 1, Something else 1');
    expect(report.because(counts, 1)).toBe('Never\u00a0reached\u00a03');
  });
});
