import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { access } from '../../functions/auth/admins.ts';

export default live('access', access);

export const config: Config = { path: '/api/access' };
