import { minimumPrice, usd } from '../shared/pricing.ts';
import { actions } from './site.ts';

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
  },
  customer: {
    title: 'What would a customer cost you?',
    fields: {
      worth: 'What is an average job worth, in dollars?',
      won: 'Of ten leads, how many do you win?',
    },
    /** An amount that isn't known yet. */
    blank: '–',
    lead: (price: string) => `${price} a lead`,
    ofTen: (won: number) => `${won} of 10 won`,
    customer: (cost: string) => `${cost} a customer`,
    job: 'An average job',
    left: 'Left of the job',
    short: 'Short on each job',
    paid: (leads: number) =>
      `A first month of ten leads has paid for itself after ${leads} ${leads === 1 ? 'lead' : 'leads'}.`,
    even: 'A customer would cost about what the job is worth, so nothing is left.',
    loss: 'A customer would cost more than the job is worth. With these numbers, our leads don’t pay for you.',
    /** A trade that isn't on the card is calculated with the lowest price. */
    from: (price: string) => `from ${price}`,
    upTo: (left: string) => `up to ${left}`,
    mayBeMore: (price: string) =>
      `This is for our lowest price, ${price}. Your quote may be higher.`,
    problems: {
      worth: (most: string) =>
        `Enter what a job is worth in dollars, such as 1,200. At most ${most}.`,
      won: 'Enter how many of ten you win: a whole number from 1 to 10.',
      none: 'If you win 0 of 10, no customer pays for the leads. Enter 1 to 10.',
    },
  },
  other: {
    amount: `from ${usd(minimumPrice)}`,
    starting: `Lead pricing starts at ${usd(minimumPrice)}`,
    quote: "Let's talk about your niche and get you a custom quote.",
  },
  spamNote: "Spam/scam leads don't count — you only pay for real inquiries",
  getLeads: actions.getLeads,
} as const;
