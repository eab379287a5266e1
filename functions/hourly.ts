import { canary } from './canary/canary.ts';
import type { SiteDeps } from './deps.ts';
import { eraseOld } from './erasure/retention.ts';
import { forgetReports } from './watch/browser-reports.ts';

/**
 * What the site does every hour. The parts run at once, because each may take most of the 30 s that Netlify gives a
 * run. Each logs its failures and never rejects, so none stops another.
 */
export async function hourly(deps: SiteDeps) {
  const [erased, { visited }] = await Promise.all([
    // Leads after RETENTION_DAYS, held ones after 90 days. The limiter's counts expire in the store.
    eraseOld(deps),
    canary(deps),
    // Reports of browsers after seven days.
    forgetReports(deps),
  ]);
  return { erased, visited };
}
