import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose, lastChoice } from '../../../src/islands/price-checker/choice.ts';
import { minimumPrice, otherIndustry, pricedIndustries } from '../../../src/shared/pricing.ts';
import { fakeSession, forbiddenSession } from '../../support/worlds/fake-session.ts';

const key = 'leadwright:industry';
let session: ReturnType<typeof fakeSession>;

beforeEach(() => {
  session = fakeSession();
});

afterEach(() => {
  session.leave();
});

test('each choice lasts for the visit, and its price, the last one shown, is kept for the form', () => {
  expect(lastChoice()).toBe('');
  const other = { value: otherIndustry.value, price: minimumPrice };
  choose('hvac');
  for (const { value, price } of [...pricedIndustries, other]) {
    expect(choose(value)).toBe(value);
    expect(lastChoice()).toBe(value);
    choose('');
    expect(session.values.has(key)).toBe(false);
    expect(JSON.parse(session.values.get('leadwright:quote') ?? '')).toEqual({
      quoted_industry: value,
      quoted_price: price,
    });
  }
});

test.each(['Roofing', ' roofing', 'toString', '__proto__', '0', '<b>', '"hvac"'])(
  '%j, which is not on the list, is neither accepted nor restored',
  (value) => {
    choose('hvac');
    expect(choose(value)).toBe('');
    expect(session.values.has(key)).toBe(false);
    session.values.set(key, value);
    expect(lastChoice()).toBe('');
  },
);

test('the choice works on its page without session storage', () => {
  session.leave();
  session = { ...session, ...forbiddenSession() };
  expect(choose('roofing')).toBe('roofing');
  expect(lastChoice()).toBe('');
});
