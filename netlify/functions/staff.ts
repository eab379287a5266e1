import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { callName, paths, staff } from '../../functions/staff.ts';

export default live(callName, staff);

export const config: Config = { path: paths };
