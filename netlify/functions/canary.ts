import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { openCanary } from '../../functions/canary/canary.ts';

export default liveOnSchedule('canary', openCanary());

export const config: Config = { schedule: '@hourly' };
