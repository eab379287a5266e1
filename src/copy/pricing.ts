import { comparison } from './comparison.ts';
import { minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';
import { actions } from './site.ts';

const highest = Math.max(...pricedIndustries.map(({ price }) => price));

export const pricing = {
  title: 'Pricing',
  description: `What one exclusive, qualified lead costs in ${pricedIndustries.length} trades: ${usd(minimumPrice)} to ${usd(highest)}. No retainer, no management fee, no contract.`,
  heading: 'A price per lead. No retainer, no fee.',
  lead: 'Find your trade. That is what one exclusive, qualified lead costs you.',
  checker: {
    label: 'Select Your Industry',
    placeholder: 'Choose your niche...',
    empty: 'Choose, and what one lead costs you stands here.',
    whole: 'See the whole rate card',
  },
  rateCard: {
    title: 'Rate card',
    unit: 'per qualified lead',
    caption: 'Price of one qualified lead, by industry',
  },
  whole: {
    title: 'The whole card',
    text: 'Every trade we sell leads in today. Yours is not on it? Choose Other, and we quote it.',
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
    text: `First what a traditional agency charges before anyone has called you. Then ${comparison.leads} qualified leads.`,
    agency: {
      title: 'A traditional agency',
      for: 'One month of marketing',
      totalLabel: 'Total a month',
    },
    ours: { for: `${comparison.leads} leads, one month`, stamp: 'Paid per lead' },
    difference: 'You keep, against the lowest retainer',
  },
  call: {
    title: 'You know the price. The rest is a form.',
    text: 'It takes a minute, and you owe nothing until a qualified lead arrives.',
    link: actions.getLeads,
  },
} as const;
