import type { Config } from '@netlify/functions';
import { pathsOf } from '../../functions/http/routing.ts';
import { live } from '../../functions/live.ts';
import { callName, routes, staff } from '../../functions/staff.ts';

export default live(callName, staff);

export const config: Config = { path: pathsOf(routes) };
