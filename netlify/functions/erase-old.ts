import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { eraseOld } from '../../functions/erasure/erase-old.ts';

export default liveOnSchedule('erase-old', async (world) => ({
  erased: await eraseOld(world),
}));

export const config: Config = { schedule: '@hourly' };
