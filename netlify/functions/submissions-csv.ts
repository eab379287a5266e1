import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { submissionsCsv } from '../../functions/inbox/submissions-csv.ts';

export default live('submissions-csv', submissionsCsv);

export const config: Config = { path: '/api/submissions.csv' };
