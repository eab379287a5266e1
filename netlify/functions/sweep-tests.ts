import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { sweepTests } from '../../functions/sweep-tests.ts';

export default liveOnSchedule('sweep-tests', async (world) => ({
  swept: await sweepTests(world),
}));

export const config: Config = { schedule: '@hourly' };
