import { comparison, notCharged } from './comparison.ts';
import { minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';
import { actions } from './site.ts';

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
