import { claims } from './claims.ts';
import { actions } from './site.ts';

/** Words that all industry pages share; the rest is in each industry's content file. */
export const industry = {
  feed: {
    title: 'Watch leads come in',
    text: 'Each one lands in your team chat like this, the moment it qualifies.',
  },
  stepsTitle: 'How It Works',
  price: {
    title: 'One price',
    unit: 'per qualified lead',
  },
  call: {
    title: 'Somebody is looking for you right now.',
    text: 'Send the form. There is no retainer and no contract, and you pay nothing until a qualified lead arrives.',
    link: actions.getStarted,
  },
  form: { title: 'Get your leads' },
  figures: [claims.tradeRating, claims.tradeRevenue],
  stats: [claims.closeRate, claims.answerUnder, claims.exclusive],
} as const;
