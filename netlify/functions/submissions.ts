import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { submissions } from '../../functions/inbox/list.ts';

export default live('submissions', submissions);

export const config: Config = { path: '/api/submissions' };
