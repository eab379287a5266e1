import { describe, expect, test } from 'vitest';
import { deedOf } from '../../../src/copy/audit.ts';
import { pages } from '../../../src/copy/pages.ts';
import { report } from '../../../src/copy/report-words.ts';
import { answerSteps } from '../../../src/shared/report-schema.ts';

test('the report prints the company’s hours and steps in words', () => {
  expect(pages.contact.info.hours).toBe('Mon-Fri 9AM-6PM');
  expect(report.totals.atOnce).toBe('Answered within 5 minutes');
  const { label, hint } = report.by.answered;
  expect([...answerSteps, null].map((_, i) => label(String(i)))).toEqual([
    'Within 5 minutes',
    '5 minutes to 15 minutes',
    '15 minutes to 1 hour',
    '1 hour to 4 hours',
    '4 hours to 1 day',
    'Later, or not yet',
  ]);
  expect(hint).toBe(
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
  ])('show the sum and the count beside their cost: $%s for %i', (spent, count, average, of) => {
    expect([report.each(spent, count), report.eachOf(spent, count)]).toEqual([average, of]);
  });

  test('list why they were lost, the most common reason first', () => {
    const counts = { price: 2, 'no-answer': 3, other: 1, gone: 1 };
    const words = report.because(counts).replaceAll('\u00a0', ' ');
    expect(words).toBe('Never reached 3, Price 2, Something else 1, Something else 1');
    expect(report.because(counts, 1)).toBe('Never\u00a0reached\u00a03');
  });
});

const exported = { action: 'exported' } as const;
const whole = { searched: false, industry: null, delivery: null };
const by = { uid: 'u', name: 'Ann' };

test.each([
  [{}, 'Exported the whole list'],
  [{ waiting: true as const }, 'Exported a part of the list: waiting for an answer'],
  [{ archived: true as const }, 'Exported a part of the list: archived'],
  [{ searched: true, industry: 'hvac' }, 'Exported a part of the list: a search, industry hvac'],
])('an export of %j reads: %s', (part, sentence) => {
  const event = { ...exported, filter: { ...whole, ...part } };
  expect(deedOf({ by, event })).toBe(sentence);
});

test.each([
  [{ action: 'looked-up', list: 'erased' }, 'Looked up a person among the erased'],
  [
    { action: 'looked-up', list: 'do-not-contact' },
    'Looked up a person on the do-not-contact list',
  ],
  [{ action: 'read-many', count: 500 }, 'Read more than 500 leads within an hour'],
] as const)('the sentence about reading: %j is %s', (event, sentence) =>
  expect(deedOf({ by, event })).toBe(sentence),
);
