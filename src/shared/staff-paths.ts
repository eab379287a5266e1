/** The pages that only an admin sees. */
export const adminPaths = ['/admin', '/admin/audit', '/admin/report'] as const;

/** The pages where somebody may be logged in: reachable but not listed. */
export const staffPaths = ['/auth', ...adminPaths] as const;
