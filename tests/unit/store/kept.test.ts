import { describe, expect, test } from 'vitest';
import { keptUnder, roleUnder } from '../../../functions/store/kept.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const record = aRecord({ id: 'a' });
const tombstone = { id: 'a', erased_at: second(0), consent: null };
const lead = { kind: 'submission', submission: record };
const erased = { kind: 'tombstone', tombstone };
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
