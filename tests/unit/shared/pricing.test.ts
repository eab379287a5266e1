import { describe, expect, test } from 'vitest';
import {
  contactIndustries,
  minimumPrice,
  otherIndustry,
  pricedIndustries,
  pricedSlugs,
  usd,
} from '../../../src/shared/pricing.ts';
import { leadPrices } from '../../support/builders/prices.ts';

/** The contact page's options in the owner's order. */
const onTheContactPage = [
  'cleaning',
  'landscaping',
  'concrete',
  'roofing',
  'fencing',
  'remodeling',
  'junk',
  'painting',
  'pool',
  'hvac',
  'medical',
  'legal',
  'other',
];

describe('the rate card', () => {
  test('has the owner’s prices and no others', () => {
    expect(pricedIndustries).toHaveLength(leadPrices.length);
  });

  test.each(
    leadPrices.map(([label, price], index) => [label.source, price, index, label] as const),
  )('lists %s at $%i', (_, price, index, label) => {
    expect(pricedIndustries[index]?.label).toMatch(label);
    expect(pricedIndustries[index]?.price).toBe(price);
  });

  test('names each trade once', () => {
    expect(new Set(pricedSlugs).size).toBe(leadPrices.length);
    expect(new Set(pricedIndustries.map(({ label }) => label)).size).toBe(leadPrices.length);
  });

  test('has slugs that can be paths', () => {
    for (const slug of pricedSlugs) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('has the industries of the contact page and tree service', () => {
    expect(pricedSlugs).toEqual([
      ...onTheContactPage.filter((slug) => slug !== 'other'),
      'tree-service',
    ]);
  });

  test('has its lowest price at the minimum', () => {
    expect(minimumPrice).toBe(40);
    expect(Math.min(...pricedIndustries.map(({ price }) => price))).toBe(minimumPrice);
  });
});

test('any other trade is quoted, not priced', () => {
  expect(otherIndustry).toEqual({ value: 'other', label: 'Other' });
  expect(pricedSlugs).not.toContain('other');
});

describe('the list on the contact page', () => {
  test('is in the order of the spec, with other at the end and without tree service', () => {
    expect(contactIndustries.map(({ value }) => value)).toEqual(onTheContactPage);
  });

  test('has the labels of the rate card, and no prices', () => {
    for (const { value, label } of contactIndustries.slice(0, -1)) {
      expect(pricedIndustries.find((priced) => priced.value === value)?.label).toBe(label);
    }
    for (const option of contactIndustries) expect(Object.keys(option)).toEqual(['value', 'label']);
  });
});

test.each([
  [40, '$40'],
  [390, '$390'],
  [2000, '$2,000'],
  [10_000, '$10,000'],
])('usd writes %i as %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});
