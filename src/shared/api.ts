/** The paths at which the functions answer. */
export const api = {
  submitContact: '/api/submit-contact',
  access: '/api/access',
  submissions: '/api/submissions',
  submissionsCsv: '/api/submissions.csv',
  resendToWebhook: '/api/resend-to-webhook',
  releaseSubmission: '/api/release-submission',
} as const;

/** How many submissions one page of the list may have. */
export const pageLimit = { least: 1, most: 200, usual: 50 } as const;
