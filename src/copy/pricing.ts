import { minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';

const highest = Math.max(...pricedIndustries.map(({ price }) => price));

export const pricing = {
  title: 'Pricing',
  description: `What one exclusive, qualified lead costs in ${pricedIndustries.length} trades: ${usd(minimumPrice)} to ${usd(highest)}. No retainer, no management fee, no contract.`,
  heading: 'A price per lead, and no other line.',
  lead: 'Find your trade. That is what one exclusive, qualified lead costs you, today and after the sales call.',
  rateCard: {
    title: 'Rate card',
    unit: 'per qualified lead',
    caption: 'Price of one qualified lead, by industry',
  },
  other: {
    amount: `from ${usd(minimumPrice)}`,
    unlisted: 'Your trade is not on the card?',
    starting: `Lead pricing starts at ${usd(minimumPrice)}`,
    quote: "Let's talk about your niche and get you a custom quote.",
  },
  spamNote: "Spam/scam leads don't count — you only pay for real inquiries",
  getLeads: 'Get My Leads Now',
  compare: {
    title: 'Two bills for the same month',
    text: 'On the left, what a traditional agency charges before anyone has called you. On the right, ten people who have.',
    agency: {
      title: 'A traditional agency',
      for: 'One month of marketing',
      totalLabel: 'Total a month',
    },
    ours: { for: 'Ten leads, one month', stamp: 'Paid per lead' },
    difference: 'What stays with you',
  },
  call: {
    title: 'Know the price. Now see a lead.',
    text: 'Send the form, and we tell you how many leads your area can give and when the first will come.',
    link: 'Get My Leads Now',
  },
} as const;
