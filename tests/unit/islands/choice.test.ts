import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { $choice, choose } from '../../../src/islands/price-checker/choice.ts';
import { otherIndustry, pricedSlugs } from '../../../src/shared/pricing.ts';
import { fakeSession, forbiddenSession, refusingSession } from '../../support/fake-session.ts';

const key = 'leadwright:industry';
let session: ReturnType<typeof fakeSession>;

/** What the next page of the visit shows: all that it knows is in the session. */
function onTheNextPage() {
  cleanStores($choice);
  $choice.set('');
  let shown = '';
  $choice.subscribe((choice) => (shown = choice));
  return shown;
}

beforeEach(() => {
  session = fakeSession();
  cleanStores($choice);
  $choice.set('');
});

afterEach(() => {
  session.leave();
});

test('there is none at first', () => {
  expect(onTheNextPage()).toBe('');
});

test.each([...pricedSlugs, otherIndustry.value])('remembers %s for the visit', (slug) => {
  choose(slug);
  expect($choice.get()).toBe(slug);
  expect(onTheNextPage()).toBe(slug);
});

test('tells who listens', () => {
  const told: string[] = [];
  $choice.listen((choice) => told.push(choice));
  choose('roofing');
  choose('hvac');
  choose('');
  expect(told).toEqual(['roofing', 'hvac', '']);
});

test('remembers the last one', () => {
  choose('roofing');
  choose('hvac');
  expect(onTheNextPage()).toBe('hvac');
});

test('forgets when the choice is taken back', () => {
  choose('roofing');
  choose('');
  expect(session.values.size).toBe(0);
  expect(onTheNextPage()).toBe('');
});

describe('a value that is on no list', () => {
  const unknown = [
    'Roofing',
    ' roofing',
    'toString',
    '__proto__',
    'Cleaning',
    '0',
    '<b>',
    '"hvac"',
  ];

  test.each(unknown)('is no choice: %j', (value) => {
    choose('hvac');
    choose(value);
    expect($choice.get()).toBe('');
    expect(session.values.size).toBe(0);
  });

  test.each(unknown)('is not restored: %j', (value) => {
    session.values.set(key, value);
    expect(onTheNextPage()).toBe('');
  });
});

test('a choice made on this page wins over one remembered', () => {
  session.values.set(key, 'roofing');
  choose('hvac');
  $choice.subscribe(() => undefined);
  expect($choice.get()).toBe('hvac');
});

test.each([refusingSession, forbiddenSession])('works for the page without a memory', (shut) => {
  session.leave();
  const { leave } = shut();
  choose('roofing');
  expect($choice.get()).toBe('roofing');
  expect(onTheNextPage()).toBe('');
  leave();
});
