import { expect, test } from 'vitest';
import {
  contactIndustries,
  minimumPrice,
  pricedIndustries,
  usd,
} from '../../../src/shared/pricing.ts';
import { leadPrices } from '../../support/builders/prices.ts';

test('the rate card has the owner’s industries and prices, in the owner’s order', () => {
  expect(pricedIndustries.map(({ label, price }) => [label, price])).toEqual(
    leadPrices.map(([label, price]) => [expect.stringMatching(label) as string, price]),
  );
  expect(minimumPrice).toBe(40);
  expect(Math.min(...leadPrices.map(([, price]) => price))).toBe(minimumPrice);
});

test('the contact page offers the rate card without tree service, and other at the end', () => {
  const offered = pricedIndustries.filter(({ value }) => value !== 'tree-service');
  expect(contactIndustries).toEqual([
    ...offered.map(({ value, label }) => ({ value, label })),
    { value: 'other', label: 'Other' },
  ]);
});

test.each([
  [40, '$40'],
  [390, '$390'],
  [2000, '$2,000'],
  [10_000, '$10,000'],
])('usd writes %i as %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});
