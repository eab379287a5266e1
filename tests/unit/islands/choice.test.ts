import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { choose, lastChoice } from '../../../src/islands/price-checker/choice.ts';
import { minimumPrice, otherIndustry, pricedIndustries } from '../../../src/shared/pricing.ts';
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

test('each choice lasts for the visit, and its price, the last one shown, is kept for the form', () => {
  const other = { value: otherIndustry.value, price: minimumPrice };
  for (const { value, price } of [...pricedIndustries, other]) {
    expect(choose(value)).toBe(value);
    expect(lastChoice()).toBe(value);
    choose('');
    expect(JSON.parse(session.values.get('leadwright:quote') ?? '')).toEqual({
      quoted_industry: value,
      quoted_price: price,
    });
  }
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
