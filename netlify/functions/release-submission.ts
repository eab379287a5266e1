import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { releaseSubmission } from '../../functions/delivery/release.ts';

export default live('release-submission', releaseSubmission);

export const config: Config = { path: '/api/release-submission' };
