import type { PricedSlug } from '../shared/pricing.ts';
import { claims } from './claims.ts';
import { hoursInShort } from './hours.ts';

/** The rate card's trades as a sentence names them. */
const trades = {
  cleaning: 'cleaning',
  landscaping: 'landscaping',
  concrete: 'concrete and driveways',
  roofing: 'roofing and gutters',
  fencing: 'fencing and decks',
  remodeling: 'remodeling and home renovation',
  junk: 'junk removal',
  painting: 'painting',
  pool: 'pool builders and installers',
  hvac: 'HVAC and plumbing',
  'tree-service': 'tree service',
  medical: 'medical and therapy practices',
  legal: 'legal, disability and insurance',
} as const satisfies Record<PricedSlug, string>;

export const contact = {
  title: 'Contact',
  description: `Send the form. We text you within ${claims.botReply}, talk for ${claims.callMinutes} minutes, and your campaign launches within ${claims.launch}.`,
  heading: 'Tell us your trade. We bring the leads.',
  lead: `It takes a minute. You hear from us by text within ${claims.botReply}.`,
  notSent: {
    title: 'Not sent yet',
    heading: 'Your request has not been sent yet.',
    text: 'Everything you wrote is still here. Fix the problem and send it again.',
    /** An e-mail address follows. */
    write: 'Everything you wrote is still here. Please copy it and write to us instead:',
  },
  info: {
    title: 'How to reach us',
    email: 'E-mail',
    address: 'Address',
    hoursLabel: 'Business hours',
    hours: hoursInShort,
    bot: 'Booking bot',
    botHours: claims.botHours,
  },
  next: {
    title: 'What Happens Next?',
    items: [
      {
        title: 'We text you',
        text: `Our booking bot writes within ${claims.botReply}, at any hour.`,
      },
      {
        title: 'We talk',
        text: `A ${claims.callMinutes}-minute strategy call: your trade, your area, the jobs you want.`,
      },
      {
        title: 'We set you up',
        text: 'Onboarding: where leads go, what counts as qualified, what a good week looks like.',
      },
      { title: 'We launch', text: `Your campaign goes live within ${claims.launch}.` },
    ],
  },
  guarantees: {
    title: 'Guarantees',
    items: [
      'No retainers or management fees',
      'Pay only for qualified leads',
      'Cancel anytime',
      claims.guarantee,
      `${claims.closeRate} average lead-to-customer conversion`,
    ],
  },
  faq: {
    title: 'Before you ask',
    items: [
      {
        question: 'How quickly will I start getting leads?',
        answer: `Your campaign is live within ${claims.live} of your first message, call and onboarding included, and usually within ${claims.launch}. The first qualified lead follows in ${claims.firstLead}.`,
      },
      {
        question: 'What makes a lead qualified?',
        answer:
          'A real person with a real job in your trade and your service area, who has said what they need, when, and about what they can spend, and whose phone or e-mail works. Anything else, such as spam or a scam, does not count, and we do not bill it.',
      },
      {
        question: 'Which industries do you work with?',
        answer: `We work with these local services: ${Object.values(trades).join('; ')}. If yours isn't listed, choose Other and we'll quote it.`,
      },
      {
        question: "What if I'm not happy with the lead quality?",
        answer: `Tell us which leads and why. If one wasn't qualified, you don't pay for it. There is a ${claims.guarantee} and no contract, and you can cancel anytime.`,
      },
    ],
  },
} as const;
