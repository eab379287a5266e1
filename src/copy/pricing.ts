import { comparison, pricedIndustries, usd } from '../shared/pricing.ts';
import { claims } from './claims.ts';
import { charges, priceRange } from './rate-card.ts';
import { actions } from './site.ts';

const { leads, price, lowestRetainer } = comparison;
const retainer = claims.retainer.figure;
const contract = claims.agencyContract.figure;

export interface BillLine {
  label: string;
  amount: string;
  /** The price that others charge for the same line. It is struck through. */
  was?: string;
}

/** Charges that others make and we don't. */
export const notCharged: BillLine[] = [
  { label: charges.retainer, was: retainer, amount: usd(0) },
  { label: charges.fee, amount: usd(0) },
  { label: 'Long contract', was: contract, amount: 'None' },
  { label: charges.spam, amount: usd(0) },
];

export const ourBill: BillLine[] = [
  ...notCharged,
  { label: `${leads} qualified leads`, amount: usd(price) },
];

export const agencyBill: BillLine[] = [
  { label: charges.retainer, amount: retainer },
  { label: 'What most pay', amount: `${claims.averageRetainer.figure} on average` },
  { label: 'Contract', amount: contract },
  { label: 'If no leads come', amount: 'Same bill' },
];

export const ourTotal = usd(price);
export const agencyTotal = retainer;

/** The least that a client saves: the cheapest retainer minus ten leads. */
export const difference = `${usd(lowestRetainer - price)}+`;

export const pricing = {
  title: 'Pricing',
  description: `What one exclusive, qualified lead costs in ${pricedIndustries.length} trades: ${priceRange(' to ')}. No retainer, no management fee, no contract.`,
  heading: 'A price per lead. No retainer, no fee.',
  lead: 'Find your trade to see what one exclusive, qualified lead costs.',
  whole: {
    title: 'The whole card',
    text: 'These are all the trades we sell leads in today. If yours is missing, choose Other and we will quote it.',
  },
  compare: {
    title: 'Two bills for the same month',
    text: `The first is what a traditional agency charges before anyone calls you. The second is ${leads} qualified leads from us.`,
    agency: {
      title: 'A traditional agency',
      for: 'One month of marketing',
    },
    ours: { for: `${leads} leads, one month`, stamp: 'Paid per lead' },
    difference: 'You keep, compared with the lowest retainer',
  },
  call: {
    title: 'You know the price. The rest is a form.',
    text: 'It takes a minute, and you owe nothing until a qualified lead arrives.',
    link: actions.getLeads,
  },
} as const;
