import { describe, expect, test } from 'vitest';
import {
  foldEmail,
  isDocumentId,
  isListed,
  isWaiting,
  listedAs,
  readRecord,
  toItem,
  tombstoneOf,
  undeliveredSince,
  wellFormed,
} from '../../../functions/store/record.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';

describe('an id that any engine can store', () => {
  test.each(['a', '...', '.a', '__a', 'a__', '_', '__', 'é'.repeat(750), 'x'.repeat(1500), ' '])(
    'can be %j',
    (id) => {
      expect(isDocumentId(id)).toBe(true);
    },
  );

  test.each([
    ...['', '.', '..', '/', 'a/b', 'a\n/', '__proto__', '____', '__a\nb__'],
    ...['a\ud83d', 'é'.repeat(751), 'x'.repeat(1501)],
  ])('can’t be %j', (id) => {
    expect(isDocumentId(id)).toBe(false);
  });
});

describe('a lead', () => {
  const at = second(5);
  const came = second(0);
  const since = second(3);
  const cases: [Delivery, boolean, string | null][] = [
    [{ state: 'pending', next_attempt_at: at }, true, came],
    [{ state: 'pending', next_attempt_at: at, since }, true, since],
    [{ state: 'failed', at }, true, came],
    [{ state: 'failed', at, since }, true, since],
    [{ state: 'delivered', at }, true, null],
    [{ state: 'off' }, true, null],
    [{ state: 'held', reasons: [] }, false, null],
  ];

  test.each(cases)('that is %j is listed (%j), and waits since %j', (delivery, listed, waits) => {
    const record = aRecord({ created_at: came, delivery });
    expect(isListed(record)).toBe(listed);
    expect(listedAs(record)).toBe(delivery.state);
    expect(undeliveredSince(record)).toBe(waits);
  });

  test.each(cases)('that is a trial and %j is listed nowhere and never waits', (delivery) => {
    const record = aRecord({ created_at: came, delivery, test: true });
    expect(isListed(record)).toBe(false);
    expect(listedAs(record)).toBeNull();
    expect(undeliveredSince(record)).toBeNull();
  });

  test('that is archived is listed nowhere, and still waits for its delivery', () => {
    const archived = aRecord({ created_at: came, answered: null, archived: true });
    expect(isListed(archived)).toBe(false);
    expect(listedAs(archived)).toBeNull();
    expect(isWaiting(archived)).toBe(false);
    expect(undeliveredSince(archived)).toBe(came);
  });

  test('waits for an answer until it has one, unless it is spam', () => {
    const answered = { at, by: 'dana@example.com' };
    const delivery: Delivery = { state: 'held', reasons: [] };
    expect(isWaiting(aRecord({ answered: null }))).toBe(true);
    expect(isWaiting(aRecord({ answered }))).toBe(false);
    expect(isWaiting(aRecord({ answered: null, delivery }))).toBe(false);
    // It came before answers were noted.
    expect(isWaiting(aRecord())).toBe(false);
  });

  test('shows admins all but its tries, its lease and its mark', () => {
    const { tries, lease, ...item } = aRecord();
    expect(toItem({ ...item, tries, lease, test: true })).toStrictEqual(item);
  });

  test('has one address, however somebody typed it', () => {
    expect(foldEmail(' Dana@Example.COM\n')).toBe('dana@example.com');
  });

  test('is damaged, and named, if it can’t be read or is under another’s id', () => {
    const record = aRecord({ id: 'a' });
    expect(readRecord('a', record)).toEqual(record);
    const damaged = {
      name: 'DamagedRecord',
      id: 'b',
      message: 'The stored submission b is damaged',
    };
    expect(() => readRecord('b', record)).toThrow(expect.objectContaining(damaged));
    expect(() => readRecord('b', { ...record, id: 'b', tries: 'x' })).toThrow(
      expect.objectContaining(damaged),
    );
  });
});

test('what is stored has no half of a character', () => {
  expect(wellFormed('', 'half \ud83d')).toBe('half \ufffd');
  expect(wellFormed('', 7)).toBe(7);
});

test.each([undefined, null, 7, {}, { consent: null }, { consent: { version: 1 } }])(
  'the tombstone of %j has no consent',
  (stored) => {
    expect(tombstoneOf('a', second(0), stored)).toEqual({
      id: 'a',
      erased_at: second(0),
      consent: null,
    });
  },
);
