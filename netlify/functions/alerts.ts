import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { alerts } from '../../functions/watch/alerts.ts';

export default live('alerts', alerts);

export const config: Config = { path: '/api/alerts' };
