import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { thankYou } from '../../functions/intake/thank-you.ts';

export default live('thank-you', thankYou);

export const config: Config = {
  path: '/thank-you',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
