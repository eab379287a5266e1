import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { answerPublic, callName, paths } from '../../functions/public.ts';

export default live(callName, answerPublic);

export const config: Config = {
  path: paths,
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
