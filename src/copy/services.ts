import site from '../../site/add-ons.json' with { type: 'json' };
import { minimumPrice, usd } from '../shared/pricing.ts';
import { claims, filled } from './claims.ts';

export const addOns = site.addOns.map((it) => ({
  ...it,
  isFree: it.price === 0,
  price: it.price === 0 ? 'Free' : usd(it.price),
  features: it.features.map((feature) => filled(feature)),
}));

export const services = {
  title: 'Services',
  description: `Pay-per-lead advertising from ${usd(minimumPrice)} a qualified lead, with three optional add-ons: CRM setup, an AI booking bot and lead nurturing.`,
  heading: 'One service. Three extras, if you want them.',
  lead: 'Leads work on their own. The extras help you answer faster and lose fewer of them.',
  flagship: {
    title: 'Pay-Per-Lead Advertising',
    text: 'We find people in your area who need your trade now, make sure they mean it, and hand them to you and to nobody else.',
    priceNote: 'a qualified lead, by trade',
    from: `from ${usd(minimumPrice)}`,
    included: [
      'Search and social campaigns',
      'Ad spend',
      'Qualifying every inquiry',
      'Instant delivery to your team chat',
      'Exclusive: one lead, one business',
    ],
    includedAmount: 'Included',
    notCharged: 'Spam and scam leads',
  },
  addOnsTitle: 'Optional add-ons',
  process: {
    title: 'From the first text to the first lead',
    items: [
      {
        title: 'Strategy call',
        text: `A ${claims.call.figure} call about your trade, your area and the jobs you want more of.`,
      },
      {
        title: 'Campaign',
        text: `We write it, pay for it and launch it within ${claims.launch.figure} of onboarding.`,
      },
      {
        title: 'Qualifying',
        text: 'We check each inquiry before it counts. You see only the ones that pass.',
      },
      {
        title: 'Delivery',
        text: `A lead reaches your team chat the moment it qualifies, the first one in ${claims.firstLead.figure}.`,
      },
    ],
  },
  call: {
    title: 'Start with leads. Add the rest when you need it.',
    text: 'Leads come with no setup fee and no contract.',
    link: 'Get Started',
  },
} as const;
