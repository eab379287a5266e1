import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { openWatch } from '../../functions/watch/each-minute.ts';

export default liveOnSchedule('watch', openWatch());

export const config: Config = { schedule: '* * * * *' };
