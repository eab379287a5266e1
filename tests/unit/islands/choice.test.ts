import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { $choice, choose } from '../../../src/islands/price-checker/choice.ts';
import { otherIndustry, pricedSlugs } from '../../../src/shared/pricing.ts';
import {
  fakeSession,
  forbiddenSession,
  refusingSession,
} from '../../support/worlds/fake-session.ts';

const key = 'leadwright:industry';
let session: ReturnType<typeof fakeSession>;

/** The choice on the next page of the visit, which only knows the session storage. */
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

test('a visit starts without a choice', () => {
  expect(onTheNextPage()).toBe('');
});

test.each([...pricedSlugs, otherIndustry.value])('the choice of %s lasts for the visit', (slug) => {
  choose(slug);
  expect($choice.get()).toBe(slug);
  expect(onTheNextPage()).toBe(slug);
});

test('listeners hear each choice', () => {
  const heard: string[] = [];
  $choice.listen((choice) => heard.push(choice));
  choose('roofing');
  choose('hvac');
  choose('');
  expect(heard).toEqual(['roofing', 'hvac', '']);
});

test('the last choice is the one that lasts', () => {
  choose('roofing');
  choose('hvac');
  expect(onTheNextPage()).toBe('hvac');
});

test('clearing the choice forgets it', () => {
  choose('roofing');
  choose('');
  expect(session.values.has(key)).toBe(false);
  expect(onTheNextPage()).toBe('');
});

test.each([
  ['roofing', 55],
  ['other', 40],
])('the last price that was shown is kept for the form: %s', (slug, quoted_price) => {
  choose('hvac');
  choose(slug);
  choose('');
  expect(JSON.parse(session.values.get('leadwright:quote') ?? '')).toEqual({
    quoted_industry: slug,
    quoted_price,
  });
});

describe('a value that is not on the list', () => {
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

  test.each(unknown)('%j is not accepted', (value) => {
    choose('hvac');
    choose(value);
    expect($choice.get()).toBe('');
    expect(session.values.has(key)).toBe(false);
  });

  test.each(unknown)('%j is not restored', (value) => {
    session.values.set(key, value);
    expect(onTheNextPage()).toBe('');
  });
});

test('a choice on this page wins over a remembered one', () => {
  session.values.set(key, 'roofing');
  choose('hvac');
  $choice.subscribe(() => undefined);
  expect($choice.get()).toBe('hvac');
});

test.each([refusingSession, forbiddenSession])(
  'the choice works on its page without session storage',
  (shut) => {
    session.leave();
    const { leave } = shut();
    choose('roofing');
    expect($choice.get()).toBe('roofing');
    expect(onTheNextPage()).toBe('');
    leave();
  },
);
