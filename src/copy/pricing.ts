import { minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';
import { actions } from './site.ts';

/** Ten leads from us against a month with a traditional agency. */
export const comparison = {
  leads: 10,
  leadsPrice: 390,
  agency: {
    retainer: '$2,000-$10,000+',
    lowestRetainer: 2000,
    average: '$5,000+',
    contract: '3-6 months',
  },
} as const;

export interface BillLine {
  label: string;
  amount: string;
  /** The price that others charge for the same line. It is struck through. */
  was?: string;
}

/** Charges that others make and we don't. */
export const notCharged: BillLine[] = [
  { label: 'Monthly retainer', was: comparison.agency.retainer, amount: usd(0) },
  { label: 'Management fee', amount: usd(0) },
  { label: 'Long contract', was: comparison.agency.contract, amount: 'None' },
  { label: 'Spam and scam leads', amount: usd(0) },
];

export const ourBill: BillLine[] = [
  ...notCharged,
  { label: `${comparison.leads} qualified leads`, amount: usd(comparison.leadsPrice) },
];

export const agencyBill: BillLine[] = [
  { label: 'Monthly retainer', amount: comparison.agency.retainer },
  { label: 'What most pay', amount: `${comparison.agency.average} on average` },
  { label: 'Contract', amount: comparison.agency.contract },
  { label: 'If no leads come', amount: 'Same bill' },
];

export const ourTotal = usd(comparison.leadsPrice);
export const agencyTotal = comparison.agency.retainer;

/** The least that a client saves: the cheapest retainer minus ten leads. */
export const difference = `${usd(comparison.agency.lowestRetainer - comparison.leadsPrice)}+`;

const highest = Math.max(...pricedIndustries.map(({ price }) => price));

export const pricing = {
  title: 'Pricing',
  description: `What one exclusive, qualified lead costs in ${pricedIndustries.length} trades: ${usd(minimumPrice)} to ${usd(highest)}. No retainer, no management fee, no contract.`,
  heading: 'A price per lead. No retainer, no fee.',
  lead: 'Find your trade to see what one exclusive, qualified lead costs.',
  checker: {
    label: 'Select Your Industry',
    placeholder: 'Choose your niche...',
    empty: 'Choose your industry to see what one lead costs.',
    /** Before a choice, where the price will be. */
    range: `${usd(minimumPrice)}–${usd(highest)}`,
    zeros: notCharged.filter(({ amount }) => amount === usd(0)),
    whole: 'See the whole rate card',
  },
  rateCard: {
    title: 'Rate card',
    unit: 'per qualified lead',
    industry: 'Industry',
    price: 'Price',
    caption: 'Price of one qualified lead, by industry',
  },
  whole: {
    title: 'The whole card',
    text: 'These are all the trades we sell leads in today. If yours is missing, choose Other and we will quote it.',
  },
  other: {
    amount: `from ${usd(minimumPrice)}`,
    starting: `Lead pricing starts at ${usd(minimumPrice)}`,
    quote: "Let's talk about your niche and get you a custom quote.",
  },
  spamNote: "Spam/scam leads don't count — you only pay for real inquiries",
  getLeads: actions.getLeads,
  compare: {
    title: 'Two bills for the same month',
    text: `The first is what a traditional agency charges before anyone calls you. The second is ${comparison.leads} qualified leads from us.`,
    agency: {
      title: 'A traditional agency',
      for: 'One month of marketing',
    },
    ours: { for: `${comparison.leads} leads, one month`, stamp: 'Paid per lead' },
    difference: 'You keep, compared with the lowest retainer',
  },
  call: {
    title: 'You know the price. The rest is a form.',
    text: 'It takes a minute, and you owe nothing until a qualified lead arrives.',
    link: actions.getLeads,
  },
} as const;
