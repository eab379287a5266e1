import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { retryDeliveries } from '../../functions/retry-deliveries.ts';

export default live(async (_request, deps) => {
  await retryDeliveries(deps);
  return new Response(null, { status: 204 });
});

export const config: Config = { schedule: '* * * * *' };
