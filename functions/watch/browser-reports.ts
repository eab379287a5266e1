import { dayOf } from '../intake/browser-reports.ts';
import type { Deps, SiteDeps } from '../deps.ts';
import { daysBefore } from '../durations.ts';
import { orInstead } from '../log/log.ts';
import type { BrowserReports, Visit } from '../store/browser-report-day.ts';
import type { Store } from '../store/port.ts';

/** One failure among ten visits may be chance, or invented. */
const fewestVisits = 10;
const mostFailing = 0.1;

const mostNamed = 3;

interface FormFailure {
  page: string;
  /** `allBrowsers` if no browser fails often enough by itself. */
  browser: string;
  failed: number;
  visits: number;
}

const allBrowsers = 'all browsers';

/** The pages whose form fails in more than a tenth of at least ten visits, worst first. */
export function formFailures(visits: readonly Visit[]): FormFailure[] {
  const failing = [...Map.groupBy(visits, ({ page }) => page)].flatMap(([page, onPage]) => {
    const count = (browser: string, group: readonly Visit[]): FormFailure[] => {
      const failed = group.filter((it) => it.failed).length;
      const isFailing = group.length >= fewestVisits && failed > mostFailing * group.length;
      return isFailing ? [{ page, browser, failed, visits: group.length }] : [];
    };
    const each = [...Map.groupBy(onPage, ({ browser }) => browser)].flatMap(([browser, group]) =>
      count(browser, group),
    );
    return each.length > 0 ? each : count(allBrowsers, onPage);
  });
  return failing.toSorted((a, b) => b.failed - a.failed);
}

/** For each page, the visits of the latest day with enough of them: today or yesterday. */
function latestVisits(days: readonly BrowserReports[]): Visit[] {
  const pages = new Set(days.flatMap(({ visits }) => visits.map(({ page }) => page)));
  return [...pages].flatMap((page) => {
    const onPage = days.map(({ visits }) => visits.filter((it) => it.page === page));
    return onPage.find(({ length }) => length >= fewestVisits) ?? [];
  });
}

const dayBefore = ({ now }: Pick<Deps, 'now'>, days: number): string =>
  daysBefore(now(), days).slice(0, 10);

export const readBrowserReports = (store: Store, { now }: Pick<Deps, 'now'>) =>
  store.browserReports([dayOf(now()), dayBefore({ now }, 1)]);

/** Returns a sentence, or undefined if no form fails. */
export function formTroubleIn(days: readonly BrowserReports[]): string | undefined {
  const failing = formFailures(latestVisits(days));
  if (failing.length === 0) return undefined;
  const named = failing
    .slice(0, mostNamed)
    .map(
      ({ page, browser, failed, visits }) => `${browser}, ${page}, ${failed} of ${visits} visits`,
    );
  const pages = new Set(failing.map(({ page }) => page));
  const blocked = days
    .flatMap(({ failures }) => failures)
    .filter(
      ({ kind, page, file }) =>
        kind === 'csp-violation' && pages.has(page) && file.startsWith('/_astro/'),
    )
    .reduce((sum, { count }) => sum + count, 0);
  const times = blocked === 1 ? 'once' : `${blocked} times`;
  const why = blocked === 0 ? '' : ` The content security policy blocked its own files ${times}.`;
  return `The form fails in visitors' browsers: ${named.join('; ')}.${why}`;
}

const daysKept = 7;

/** Removes reports after a week. After a day, removes the hashes that distinguish visitors. Never rejects. */
export const forgetReports = (deps: SiteDeps): Promise<void> =>
  orInstead(undefined, 'erase-old', deps.log, async () => {
    const store = await deps.store();
    await store.changeBrowserReports(dayBefore(deps, 1), (reports) =>
      reports.visits.some(({ visitor }) => visitor !== null)
        ? { ...reports, visits: reports.visits.map((visit) => ({ ...visit, visitor: null })) }
        : undefined,
    );
    await store.removeBrowserReports(dayBefore(deps, daysKept));
  });
