import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { openTick } from '../../functions/tick.ts';

export default liveOnSchedule('tick', openTick());

export const config: Config = { schedule: '*/5 * * * *' };
