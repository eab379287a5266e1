export const reportsPath = '/api/reports';

/** The Reporting API's type. From another site it needs a preflight, which this site doesn't answer. */
export const reportsType = 'application/reports+json';

export const ownReports = ['form-works', 'form-failed', 'island-failed'] as const;

export type OwnReport = (typeof ownReports)[number];

/** What can fail in a visitor's browser. */
export const failureKinds = ['form-failed', 'island-failed', 'csp-violation'] as const;

export type FailureKind = (typeof failureKinds)[number];
