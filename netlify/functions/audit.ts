import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { audit } from '../../functions/audit/audit-log.ts';

export default live('audit', audit);

export const config: Config = { path: '/api/audit' };
