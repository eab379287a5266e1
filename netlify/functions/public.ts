import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { answerPublic, publicCallName } from '../../functions/public.ts';

export default live(publicCallName, answerPublic);

export const config: Config = {
  path: ['/api/submit-contact', '/thank-you', '/api/dispute', '/api/stop', '/api/opt-out'],
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
