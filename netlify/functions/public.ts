import type { Config } from '@netlify/functions';
import { pathsOf } from '../../functions/http/routing.ts';
import { live } from '../../functions/live.ts';
import { answerPublic, publicCallName, publicRoutes } from '../../functions/public.ts';

export default live(publicCallName, answerPublic);

export const config: Config = {
  path: pathsOf(publicRoutes),
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
