import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { eraseOld } from '../../functions/erase-old.ts';

export default live(async (_request, deps) => {
  await eraseOld(deps);
  return new Response(null, { status: 204 });
});

export const config: Config = { schedule: '@daily' };
