import { minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';
import { actions } from './site.ts';

const highestPrice = Math.max(...pricedIndustries.map(({ price }) => price));

export const rateCard = {
  title: 'Rate card',
  unit: 'per qualified lead',
  industry: 'Industry',
  price: 'Price',
  caption: 'Price of one qualified lead, by industry',
  whole: 'See the whole rate card',
  checker: {
    label: 'Select Your Industry',
    placeholder: 'Choose your niche...',
    empty: 'Choose your industry to see what one lead costs.',
    /** Shown in place of the price until an industry is chosen. */
    range: `${usd(minimumPrice)}–${usd(highestPrice)}`,
  },
  other: {
    amount: `from ${usd(minimumPrice)}`,
    starting: `Lead pricing starts at ${usd(minimumPrice)}`,
    quote: "Let's talk about your niche and get you a custom quote.",
  },
  spamNote: "Spam/scam leads don't count — you only pay for real inquiries",
  getLeads: actions.getLeads,
} as const;
