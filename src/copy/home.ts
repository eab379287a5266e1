import { comparison, minimumPrice, usd } from '../shared/pricing.ts';
import { claims } from './claims.ts';

export const home = {
  title: 'Pay per lead for local service businesses',
  description: `Exclusive, qualified leads for local service businesses, from ${usd(minimumPrice)} each. No retainer, no management fee, no long contract: you pay for a lead or you pay nothing.`,
  hero: {
    lead: 'Exclusive, qualified leads for local service businesses. We run the search and social ads, check every inquiry, and send each lead to you alone. You pay for each qualified lead. That is the whole bill.',
    figures: [claims.rating, claims.revenue, claims.firstLead],
    bill: { title: 'Bill', for: `${comparison.leads} leads, one month`, stamp: 'Paid per lead' },
  },
  feed: {
    title: 'What lands in your team chat',
    text: 'A qualified lead is a person with a job, a budget and a date. It reaches you the moment it qualifies, with everything you need to call back.',
  },
  steps: {
    title: 'How It Works',
    items: [
      {
        title: 'We run the ads',
        text: 'We run campaigns for your trade and service area on a search engine and a social network. We pay for every click, including the ones that go nowhere.',
      },
      {
        title: 'We qualify every inquiry',
        text: 'Real person, real job, inside your area, able to pay. Spam and scams stop here, and they are never on your bill.',
      },
      {
        title: 'You get the lead, and nobody else does',
        text: `It arrives in your team chat at once. On average ${claims.conversion.figure} of our leads become customers. The first lead comes in ${claims.firstLead.figure}.`,
      },
    ],
  },
  prices: {
    title: 'What does a lead cost in your trade?',
    text: 'One price for each qualified lead. It is printed here because it does not change after the sales call.',
  },
  why: {
    title: 'Why Pay-Per-Lead',
    /** Screen readers say it before each struck-out charge. */
    off: 'Not on your bill:',
    text: 'Agencies bill for effort: hours, posts, reports. You pay whether or not the phone rings. Here is what we leave off your bill.',
    items: [
      {
        off: 'Monthly retainer',
        text: 'A slow month costs you nothing. We earn when a lead reaches you.',
      },
      {
        off: 'Management fee',
        text: 'Building and running the campaigns is our job, at our expense.',
      },
      {
        off: 'Long contract',
        text: 'Cancel anytime. Nothing holds you but the leads.',
      },
      { off: 'Spam and scam leads', text: 'If it is not a real inquiry, it does not count.' },
      {
        off: 'Shared leads',
        text: 'Each lead goes to one business. You never race three others to the phone.',
      },
    ],
  },
  call: {
    title: 'Be the only one who calls them back.',
    text: `Tell us your trade. Once your campaign is live, the first qualified lead comes in ${claims.firstLead.figure}.`,
    link: 'Get Your First Lead',
  },
} as const;
