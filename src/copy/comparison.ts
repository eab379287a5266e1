import { usd } from '../shared/pricing.ts';

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
