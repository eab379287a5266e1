import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { retryDeliveries } from '../../functions/retry-deliveries.ts';

export default live(retryDeliveries);

export const config: Config = { schedule: '* * * * *' };
