import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { canary } from '../../functions/canary/canary.ts';

export default liveOnSchedule('canary', canary);

export const config: Config = { schedule: '@hourly' };
