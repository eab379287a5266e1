import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { sweepTests } from '../../functions/sweep-tests.ts';

export default live(async (_request, deps) => {
  await sweepTests(deps);
  return new Response(null, { status: 204 });
});

export const config: Config = { schedule: '@hourly' };
