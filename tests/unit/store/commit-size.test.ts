import { describe, expect, test } from 'vitest';
import {
  bytesPerCommit,
  estimatedBytes,
  grouped,
} from '../../../functions/store/firestore/commit-size.ts';
import { toDocument } from '../../../functions/store/firestore/documents.ts';
import { collectedRecord } from '../../support/builders/many-leads.ts';
import { storedBytes } from '../../support/servers/firestore-size.ts';
import { inflatedRecord } from '../../support/builders/inflated.ts';
import { aRecord } from '../../support/builders/record.ts';

const full = {
  message: '👍🏽'.repeat(250),
  attempts: Array.from({ length: 20 }, () => ({
    at: '2026-01-01T00:00:00.000Z',
    ms: 1,
    status: 500,
    answer: 'é'.repeat(300),
    by: 'sam@example.com',
  })),
};

const records = [
  aRecord(),
  inflatedRecord(),
  inflatedRecord(full),
  ...Array.from({ length: 60 }, (_, i) => collectedRecord(i)),
];

describe('the estimate of what one erasure takes from a commit', () => {
  test('is never below what Firestore counts', () => {
    for (const record of records) {
      const document = toDocument(record);
      expect(estimatedBytes(record.id, document['search'])).toBeGreaterThanOrEqual(
        storedBytes('contact_submissions', record.id, document),
      );
    }
  });

  test('is far below the limit for one lead, however many words a visitor gives it', () => {
    const { id, search } = toDocument(inflatedRecord()) as { id: string; search: string[] };
    expect(search.length).toBeGreaterThan(600);
    expect(estimatedBytes(id, search)).toBeLessThan(bytesPerCommit / 20);
  });

  test.each([undefined, null, 7, 'text', [7, null]])(
    'accepts %j as no terms or short ones',
    (it) => {
      expect(estimatedBytes('a', it)).toBeGreaterThan(0);
    },
  );
});

describe('groups of at most ten', () => {
  const groups = (sizes: number[]) => grouped(sizes, (it) => it, 10);

  test.each([
    [[], []],
    [[3], [[3]]],
    [[3, 7], [[3, 7]]],
    [
      [3, 7, 1],
      [[3, 7], [1]],
    ],
    [
      [4, 4, 4, 4],
      [
        [4, 4],
        [4, 4],
      ],
    ],
    [
      [99, 1],
      [[99], [1]],
    ],
    [
      [1, 99, 1],
      [[1], [99], [1]],
    ],
  ])('are made of %j as %j', (sizes, expected) => {
    expect(groups(sizes)).toEqual(expected);
  });
});
