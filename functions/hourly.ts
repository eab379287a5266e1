import { canary } from './canary/canary.ts';
import type { SiteDeps } from './deps.ts';
import { eraseOld } from './erasure/retention.ts';
import { forgetReports } from './watch/browser-reports.ts';

/** Concurrent, because each part may take most of the 30 s that Netlify allows. The parts never reject. */
export async function hourly(deps: SiteDeps) {
  const [erased, { visited }] = await Promise.all([
    // Leads after RETENTION_DAYS, held leads after 90 days. The store expires the rate limiter's hits.
    eraseOld(deps),
    canary(deps),
    // Browser reports after seven days.
    forgetReports(deps),
  ]);
  return { erased, visited };
}
