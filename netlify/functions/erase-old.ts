import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { eraseOld } from '../../functions/erasure/retention.ts';

export default liveOnSchedule('erase-old', async (deps) => ({
  erased: await eraseOld(deps),
}));

export const config: Config = { schedule: '@hourly' };
