import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { openHealth } from '../../functions/watch/health.ts';

export default live('health', openHealth());

export const config: Config = {
  path: '/api/health',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
