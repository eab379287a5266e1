import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { eraseOld } from '../../functions/erasure/retention.ts';
import { giveUpNotices } from '../../functions/delivery/notices.ts';
import { sweepTrials } from '../../functions/delivery/trial.ts';
import { witness } from '../../functions/watch/witness.ts';

// Leads after RETENTION_DAYS, held ones after 90 days, trial leads after one, notices to RIGHTS_URL after 30.
// The limiter's counts expire in the store.
export default liveOnSchedule('erase-old', async (deps) => {
  const others = [witness(deps), giveUpNotices(deps)];
  const [erased, swept] = await Promise.all([eraseOld(deps), sweepTrials(deps), ...others]);
  return { erased, swept };
});

export const config: Config = { schedule: '@hourly' };
