import { expect, test } from 'vitest';
import { deedOf } from '../../../src/copy/audit.ts';

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
] as const)('the sentence about reading: %j is %s', (event, sentence) => {
  expect(deedOf({ by, event })).toBe(sentence);
});
