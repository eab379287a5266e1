import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { callName, staff } from '../../functions/staff.ts';

export default live(callName, staff);

export const config: Config = {
  path: [
    '/api/access',
    '/api/ads-export',
    '/api/alerts',
    '/api/answer-submission',
    '/api/archive-submission',
    '/api/audit',
    '/api/call-back',
    '/api/consent-certificate',
    '/api/do-not-contact',
    '/api/erased-consent',
    '/api/erase-person',
    '/api/note',
    '/api/outcome',
    '/api/release-submission',
    '/api/report',
    '/api/resend-to-webhook',
    '/api/search',
    '/api/settle-submission',
    '/api/spent',
    '/api/submissions',
    '/api/submissions.csv',
    '/api/test-delivery',
  ],
};
