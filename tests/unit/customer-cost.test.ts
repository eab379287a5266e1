import { expect, test } from 'vitest';
import { customerCost, worthIn, winsIn } from '../../src/islands/price-checker/customer-cost.ts';

test.each([
  { price: 55, worth: 500, won: 3, is: { cost: 183, left: 317, paidAfter: 7 } },
  { price: 55, worth: 1200, won: 3, is: { cost: 183, left: 1017, paidAfter: 4 } },
  { price: 40, worth: 500, won: 10, is: { cost: 40, left: 460, paidAfter: 1 } },
  {
    price: 85,
    worth: 1_000_000,
    won: 1,
    is: { cost: 850, left: 999_150, paidAfter: 10 },
  },
  {
    case: 'rounds half a dollar up',
    price: 45,
    worth: 300,
    won: 4,
    is: { cost: 113, left: 187, paidAfter: 5 },
  },
  {
    case: 'cents',
    price: 55,
    worth: 500.5,
    won: 3,
    is: { cost: 183.33, left: 317.17, paidAfter: 7 },
  },
  {
    case: 'a job for less than a cent’s fraction',
    price: 40,
    worth: 133.34,
    won: 3,
    is: { cost: 133.33, left: 0.01, paidAfter: 10 },
  },
  {
    case: 'a job that pays the month exactly',
    price: 50,
    worth: 250,
    won: 4,
    is: { cost: 125, left: 125, paidAfter: 5 },
  },
  {
    case: 'nothing left',
    price: 60,
    worth: 200,
    won: 3,
    is: { cost: 200, left: 0, paidAfter: undefined },
  },
  {
    case: 'a job worth less than its customer costs',
    price: 55,
    worth: 150,
    won: 3,
    is: { cost: 183, left: -33, paidAfter: undefined },
  },
  {
    case: 'the same by cents',
    price: 55,
    worth: 183.32,
    won: 3,
    is: { cost: 183.33, left: -0.01, paidAfter: undefined },
  },
])('$$price a lead, $won of 10 won, a job of $$worth $case', ({ price, worth, won, is }) => {
  expect(customerCost(price, worth, won)).toEqual(is);
});

test('as long as something is left of a job, ten leads or fewer pay for the month', () => {
  for (let price = 40; price <= 85; price += 5)
    for (let won = 1; won <= 10; won += 1)
      for (let cents = 100; cents <= 100_000; cents += 237) {
        const worth = cents / 100;
        const { cost, left, paidAfter = 0 } = customerCost(price, worth, won);
        expect(Math.round((cost + left) * 100), 'the bill adds up').toBe(cents);
        if (left > 0) expect(paidAfter).toBeGreaterThanOrEqual(1);
        expect(paidAfter, `${price} ${worth} ${won}`).toBeLessThanOrEqual(10);
      }
});

test.each([
  ['1200', 1200],
  [' 1,200 ', 1200],
  ['$1,200.50', 1200.5],
  ['$ 75', 75],
  ['1200.', 1200],
  ['0.5', 0.5],
  ['1000000', 1_000_000],
  ['1000000.01', undefined],
  ['0', undefined],
  ['0.00', undefined],
  ['', undefined],
  ['$', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12x', undefined],
  ['1,20', undefined],
  ['1.200', undefined],
  ['1200.505', undefined],
  ['٣', undefined],
])('“%s” is %s dollars', (typed, dollars) => {
  expect(worthIn(typed)).toBe(dollars);
});

test.each([
  ['3', 3],
  [' 10 ', 10],
  ['0', 0],
  ['11', undefined],
  ['2.5', undefined],
  ['-1', undefined],
  ['three', undefined],
  ['', undefined],
])('“%s” of ten leads is %s won', (typed, won) => {
  expect(winsIn(typed)).toBe(won);
});
