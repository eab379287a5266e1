import { minimumPrice, usd } from '../shared/pricing.ts';
import { claims } from './claims.ts';

export const addOns = {
  crm: {
    id: 'crm-setup',
    title: 'CRM Setup & Integration',
    price: usd(497),
    terms: 'one-time',
    description:
      'One place for every lead, with a next step and a date, so you never lose one in a chat.',
    features: [
      'Pipeline laid out the way you quote and book',
      'Leads flow in by themselves, with every field filled',
      'Reminders for calls and quotes that are due',
      'A walk-through for your team',
    ],
    link: 'Learn More',
  },
  nurturing: {
    id: 'lead-nurturing',
    title: 'Lead Nurturing Automation',
    price: 'Free',
    terms: 'with CRM setup',
    description: "Texts and e-mails that keep in touch with leads who aren't ready to book yet.",
    features: [
      'Follow-ups over weeks, in your words',
      'Stops the moment someone answers',
      'STOP is honored at once',
    ],
    link: 'Learn More',
  },
  bot: {
    id: 'booking-bot',
    title: 'AI Booking Bot',
    price: usd(60),
    terms: '/month',
    description:
      'Texts people right after they contact you, and puts them on your calendar, at 2 in the afternoon or 2 in the morning.',
    features: [
      `Answers within ${claims.botReply}, ${claims.botHours}`,
      'Asks what the job is and when',
      'Books into your free slots',
      'Hands over to you when asked',
    ],
    link: 'Test It Out!',
  },
} as const;

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
        text: `A ${claims.callMinutes}-minute call about your trade, your area and the jobs you want more of.`,
      },
      {
        title: 'Campaign',
        text: `We write it, pay for it and launch it within ${claims.launch} of onboarding.`,
      },
      {
        title: 'Qualifying',
        text: 'We check each inquiry before it counts. You see only the ones that pass.',
      },
      {
        title: 'Delivery',
        text: `A lead reaches your team chat the moment it qualifies, the first one in ${claims.firstLead}.`,
      },
    ],
  },
  call: {
    title: 'Start with leads. Add the rest when you need it.',
    text: 'Leads come with no setup fee and no contract.',
    link: 'Get Started',
  },
} as const;
