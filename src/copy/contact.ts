import { contactIndustries } from '../shared/pricing.ts';
import { claims } from './claims.ts';

const trades = contactIndustries
  .filter(({ value }) => value !== 'other')
  .map(({ label }) => label.toLowerCase().replace('hvac', 'HVAC'));

export const contact = {
  title: 'Contact',
  description: `Send your trade and your town. We text you within ${claims.botReply}, talk for 15 minutes, and your campaign launches within ${claims.launch}.`,
  heading: 'Tell us your trade. We bring the leads.',
  lead: `It takes a minute. You hear from us by text within ${claims.botReply}.`,
  form: {
    title: 'Job ticket',
    industryPlaceholder: 'Choose your industry',
    submit: 'Send My Request',
    required: 'Every field is needed except the message.',
  },
  info: {
    title: 'Who answers',
    email: 'E-mail',
    address: 'Address',
    hours: 'Business hours',
    bot: 'Booking bot',
    botHours: '24/7',
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
        text: `A ${claims.callLength} strategy call: your trade, your area, the jobs you want.`,
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
    conversion: `${claims.closeRate} average lead-to-customer conversion`,
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
          'A real person with a real job in your trade and your service area, who has said what they need, when, and about what they can spend, and whose phone or e-mail works. Anything else, spam and scams first of all, does not count and is not billed.',
      },
      {
        question: 'Which industries do you work with?',
        answer: `Local services: ${trades.slice(0, -1).join(', ')}, and ${trades.at(-1) ?? ''}. If yours isn't in the list, choose Other and we quote it.`,
      },
      {
        question: "What if I'm not happy with the lead quality?",
        answer:
          "Tell us which leads and why. If one wasn't qualified, you don't pay for it. There is a 30-day satisfaction guarantee, no contract to leave, and you can cancel anytime.",
      },
    ],
  },
} as const;
