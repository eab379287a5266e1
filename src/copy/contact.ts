import faq from '../../site/faq.json' with { type: 'json' };
import { pricedIndustries } from '../shared/pricing.ts';
import { claims, filled, guarantees } from './claims.ts';
import { hoursInShort } from './hours.ts';

const answer = claims.answer.figure;
const launch = claims.launch.figure;
const callMinutes = Number.parseInt(claims.call.figure);

/** "Roofing / Gutters" in the middle of a sentence. Names such as HVAC keep their capitals. */
const inSmallLetters = (label: string): string =>
  label.replace(' / ', ' and ').replace(/\w*[a-z]\w*/g, (word) => word.toLowerCase());

/** The rate card's trades as a sentence lists them. */
const trades = [
  ...pricedIndustries.flatMap(({ label, inSentences }) =>
    inSentences ? [] : inSmallLetters(label),
  ),
  ...pricedIndustries.flatMap(({ inSentences = [] }) => inSentences),
].join('; ');

export const contact = {
  title: 'Contact',
  description: `Send the form. We text you within ${answer}, talk for ${callMinutes} minutes, and your campaign launches within ${launch}.`,
  heading: 'Tell us your trade. We bring the leads.',
  lead: `It takes a minute. You hear from us by text within ${answer}.`,
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
    botHours: claims.botHours.figure,
  },
  next: {
    title: 'What Happens Next?',
    items: [
      {
        title: 'We text you',
        text: `Our booking bot writes within ${answer}, at any hour.`,
      },
      {
        title: 'We talk',
        text: `A ${callMinutes}-minute strategy call: your trade, your area, the jobs you want.`,
      },
      {
        title: 'We set you up',
        text: 'Onboarding: where leads go, what counts as qualified, what a good week looks like.',
      },
      { title: 'We launch', text: `Your campaign goes live within ${launch}.` },
    ],
  },
  guarantees: { title: 'Guarantees', items: guarantees },
  faq: {
    title: 'Before you ask',
    items: faq.faq.map((it) => ({ ...it, answer: filled(it.answer, { trades }) })),
  },
} as const;
