import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { openSchedule } from '../../functions/watch/watch.ts';

export default liveOnSchedule('retry-deliveries', openSchedule());

export const config: Config = { schedule: '* * * * *' };
