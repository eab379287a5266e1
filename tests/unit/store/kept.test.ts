import { describe, expect, test } from 'vitest';
import {
  compared,
  erasedPage,
  isKept,
  keptUnder,
  roleUnder,
  type Kept,
} from '../../../functions/store/kept.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const record = aRecord({ id: 'a' });
const tombstone = { id: 'a', erased_at: second(0), consent: null };
const lead: Kept = { kind: 'submission', submission: record };
const erased: Kept = { kind: 'tombstone', tombstone };
const damaged = { kind: 'damaged', of: 'submission', id: 'a' } as const;

describe('what is stored under an id', () => {
  test.each([
    [record, lead],
    [tombstone, erased],
    [{ ...record, id: 'b' }, damaged],
    [{ ...tombstone, id: 'b' }, damaged],
    [{ ...record, tries: 'x' }, damaged],
    [{ ...record, erased_at: 'x' }, damaged],
    [null, damaged],
    ['erased_at', damaged],
    [undefined, damaged],
  ])('%j is read as %j', (stored, expected) => {
    expect(keptUnder('a', stored)).toEqual(expected);
  });

  test('is kept if it is a lead or a tombstone', () => {
    const role = { kind: 'role', user_id: 'dana', role: 'admin' } as const;
    expect([lead, erased, damaged, role].filter(isKept)).toEqual([lead, erased]);
  });
});

describe('two stores', () => {
  test.each<[string, Kept, Kept]>([
    ['same', lead, lead],
    [
      'same',
      lead,
      { ...lead, submission: { ...record, lease: { holder: 'b', until: second(9) } } },
    ],
    ['same', erased, { ...erased, tombstone: { ...tombstone, erased_at: second(9) } }],
    ['differs', lead, { ...lead, submission: { ...record, tries: 9 } }],
    ['differs', lead, erased],
    ['differs', erased, lead],
  ])('are compared as %s', (outcome, one, other) => {
    expect(compared(one, other)).toBe(outcome);
  });

  test('differ where one is damaged', () => {
    expect(compared(lead, damaged)).toBe('differs');
  });
});

describe('a role', () => {
  const role = { user_id: 'dana', role: 'admin' };

  test('is read with its user', () => {
    expect(roleUnder('dana_admin', role)).toEqual({ kind: 'role', ...role });
  });

  test.each([
    ['dana_admin', { user_id: 'dana' }],
    ['sam_admin', role],
    ['dana_b_admin', { user_id: 'dana', role: 'b_admin' }],
    ['dana_Admin', { user_id: 'dana', role: 'Admin' }],
    ['dana_admin', null],
    ['dana_admin', 'x'],
  ])('under %s is damaged: %j', (id, stored) => {
    expect(roleUnder(id, stored)).toEqual({ kind: 'damaged', of: 'role', id });
  });
});

describe('a page of tombstones', () => {
  const other = { ...tombstone, id: 'b' };

  test('leaves out what can’t be read, and says where to continue', () => {
    expect(erasedPage([tombstone, { id: 'x' }, other], 3)).toEqual({
      found: [tombstone, other],
      next: other,
    });
  });

  test('is the last one if it isn’t full', () => {
    expect(erasedPage([tombstone], 2)).toEqual({ found: [tombstone], next: undefined });
  });
});
