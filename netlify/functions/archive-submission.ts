import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { archiveSubmission } from '../../functions/inbox/answer.ts';

export default live('archive-submission', archiveSubmission);

export const config: Config = { path: '/api/archive-submission' };
