/** The paths at which the functions answer. */
export const api = {
  submitContact: '/api/submit-contact',
  access: '/api/access',
  submissions: '/api/submissions',
  submissionsCsv: '/api/submissions.csv',
  resendToWebhook: '/api/resend-to-webhook',
  audit: '/api/audit',
  erasePerson: '/api/erase-person',
  releaseSubmission: '/api/release-submission',
  testDelivery: '/api/test-delivery',
  health: '/api/health',
} as const;

/** How many submissions, or entries of the record, one page of a list may have. */
export const pageLimit = { least: 1, most: 200, usual: 50 } as const;

/** How many rows one part of an export may have: what a function reads and answers in its time. */
export const exportPart = 2000;

/** Where an export in parts goes on; a part without this header is the last. */
export const nextCursorHeader = 'x-next-cursor';

/** How many submissions one request erases: what a function surely gets done in its time. */
export const erasedAtOnce = 1000;
