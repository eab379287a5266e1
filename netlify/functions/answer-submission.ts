import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { answerSubmission } from '../../functions/inbox/answer.ts';

export default live('answer-submission', answerSubmission);

export const config: Config = { path: '/api/answer-submission' };
