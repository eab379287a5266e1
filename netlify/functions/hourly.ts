import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { hourly } from '../../functions/hourly.ts';

export default liveOnSchedule('hourly', hourly);

export const config: Config = { schedule: '@hourly' };
