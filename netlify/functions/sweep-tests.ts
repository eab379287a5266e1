import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { sweepTrials } from '../../functions/delivery/trial.ts';

export default liveOnSchedule('sweep-tests', async (deps) => ({
  swept: await sweepTrials(deps),
}));

export const config: Config = { schedule: '@hourly' };
