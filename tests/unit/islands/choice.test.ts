import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { choose, lastChoice } from '../../../src/islands/price-checker/choice.ts';
import {
  minimumPrice,
  otherIndustry,
  pricedIndustries,
  pricedSlugs,
} from '../../../src/shared/pricing.ts';
import {
  fakeSession,
  forbiddenSession,
  refusingSession,
} from '../../support/worlds/fake-session.ts';

const key = 'leadwright:industry';
let session: ReturnType<typeof fakeSession>;

beforeEach(() => {
  session = fakeSession();
});

afterEach(() => {
  session.leave();
});

test('a visit starts without a choice', () => {
  expect(lastChoice()).toBe('');
});

test.each([...pricedSlugs, otherIndustry.value])('the choice of %s lasts for the visit', (slug) => {
  expect(choose(slug)).toBe(slug);
  expect(lastChoice()).toBe(slug);
});

test('the last choice is the one that lasts', () => {
  choose('roofing');
  choose('hvac');
  expect(lastChoice()).toBe('hvac');
});

test('clearing the choice forgets it', () => {
  choose('roofing');
  choose('');
  expect(session.values.has(key)).toBe(false);
  expect(lastChoice()).toBe('');
});

test.each([
  ...pricedIndustries.map(({ value, price }) => [value, price] as const),
  [otherIndustry.value, minimumPrice] as const,
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
    expect(choose(value)).toBe('');
    expect(session.values.has(key)).toBe(false);
  });

  test.each(unknown)('%j is not restored', (value) => {
    session.values.set(key, value);
    expect(lastChoice()).toBe('');
  });
});

test.each([refusingSession, forbiddenSession])(
  'the choice works on its page without session storage',
  (shut) => {
    session.leave();
    const { leave } = shut();
    expect(choose('roofing')).toBe('roofing');
    expect(lastChoice()).toBe('');
    leave();
  },
);
