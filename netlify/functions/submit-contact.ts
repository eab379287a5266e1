import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { submitContact } from '../../functions/intake/submit-contact.ts';

export default live('submit-contact', submitContact);

export const config: Config = {
  path: '/api/submit-contact',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
