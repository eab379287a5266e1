import { reportsPath } from './browser-report.ts';
import { submitContactPath } from './fields.ts';

export const api = {
  submitContact: submitContactPath,
  stop: '/api/stop',
  reports: reportsPath,
  optOut: '/api/opt-out',
  access: '/api/access',
  submissions: '/api/submissions',
  submissionsCsv: '/api/submissions.csv',
  search: '/api/search',
  resendToWebhook: '/api/resend-to-webhook',
  audit: '/api/audit',
  erasePerson: '/api/erase-person',
  erasedConsent: '/api/erased-consent',
  releaseSubmission: '/api/release-submission',
  answerSubmission: '/api/answer-submission',
  archiveSubmission: '/api/archive-submission',
  outcome: '/api/outcome',
  note: '/api/note',
  callBack: '/api/call-back',
  doNotContact: '/api/do-not-contact',
  report: '/api/report',
  spent: '/api/spent',
  adsExport: '/api/ads-export',
  consentCertificate: '/api/consent-certificate',
  testDelivery: '/api/test-delivery',
  alerts: '/api/alerts',
  health: '/api/health',
} as const;

export const adminPaths = ['/admin', '/admin/audit', '/admin/report'] as const;

/** The pages where somebody may be logged in: reachable but not listed. */
export const staffPaths = ['/auth', ...adminPaths] as const;

/** The names of a developer's own machine. `npm start` listens at no other. */
export const ownMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** In the body of a refusal: what a page needs to tell apart beyond the status. */
export type Reason = 'not-set-up';

export const searchLimit = 300;

/** How many submissions, or entries of the audit log, one page of a list may have. */
export const pageLimit = { most: 200, usual: 50 };

/** How many rows one part of an export may have. A function can read and send as many in time. */
export const exportPart = { most: 2000, usual: 2000 };

/** Names the cursor of an export's next part. The last part doesn't have this header. */
export const nextCursorHeader = 'x-next-cursor';
