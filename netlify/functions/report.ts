import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { report } from '../../functions/inbox/report.ts';

export default live('report', report);

export const config: Config = { path: '/api/report' };
