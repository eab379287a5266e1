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

/** Pages that may have a session. They are reachable but not listed. */
export const staffPaths = ['/auth', ...adminPaths] as const;

/** Host names of a developer's own machine. `npm start` listens on no other. */
export const ownMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** In the body of a refusal: what a page needs besides the status. */
export type Reason = 'not-set-up';

export const searchLimit = 300;

export const pageLimit = { most: 200, usual: 50 };

/** A function can read and send this many rows before its timeout. */
export const exportPart = { most: 2000, usual: 2000 };

/** Response header with the cursor of an export's next part. The last part has none. */
export const nextCursorHeader = 'x-next-cursor';
