import type { Config } from '@netlify/functions';
import { liveOnSchedule } from '../../functions/live.ts';
import { retryDeliveries } from '../../functions/delivery/retry.ts';

export default liveOnSchedule('retry-deliveries', async (world) => ({
  attempted: await retryDeliveries(world),
}));

export const config: Config = { schedule: '* * * * *' };
