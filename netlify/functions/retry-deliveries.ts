import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { retryDeliveries } from '../../functions/delivery/retry.ts';

export default liveOnSchedule('retry-deliveries', async (deps) => ({
  attempted: await retryDeliveries(deps),
}));

export const config: Config = { schedule: '* * * * *' };
