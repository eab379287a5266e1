import * as z from 'zod/mini';
import { submitContactPath } from '../../src/shared/fields.ts';
import { isObject } from '../../src/shared/json.ts';
import { pricedIndustries } from '../../src/shared/pricing.ts';
import { ownReports, reportsType } from '../../src/shared/browser-report.ts';
import type { Deps, Handler } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { contentType, jsonOf, readText, Refusal } from '../http/request.ts';
import type { BrowserReports, BrowserFailure } from '../store/browser-report-day.ts';
import { browserOf } from './browser-name.ts';
import { networkOf, requireRoom } from './rate-limiter.ts';

/** For CSP's own `report-uri`, the only way in Firefox before version 149. */
const cspType = 'application/csp-report';

/** Browsers send reports with the Origin `null`. Other sites need a preflight, which is refused. Decision 0042. */
export const takeReports: Handler = async (request, deps) => {
  const type = contentType(request);
  if (type !== reportsType && type !== cspType) {
    throw new Refusal(415, `Please send ${reportsType} or ${cspType}.`);
  }
  const { origin } = new URL(request.url);
  const browser = browserOf(request.headers.get('user-agent') ?? '');
  const found = readReports(jsonOf(await readText(request)), origin, browser);
  if (found.length > 0) await keep(found, deps);
  return respond(204, null, {});
};

async function keep(found: readonly Found[], deps: Deps): Promise<void> {
  const store = await deps.store();
  await requireRoom(deps.newId(), store, deps, 'reports');
  const day = dayOf(deps.now());
  const network = networkOf(deps.ip);
  const visitorOn = (page: string) => deps.keyedHash(`visit ${day} ${page} ${network}`);
  const hashed = await Promise.all(
    found.map(async (report) => ({ ...report, visitor: await visitorOn(report.page) })),
  );
  await store.changeBrowserReports(day, (stored) => withReports(stored, hashed));
  for (const { kind, page, file, line, browser } of found) {
    if (kind !== 'form-works')
      deps.log({ event: 'browser-report', kind, page, file, line, browser });
  }
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

type Found = Omit<BrowserFailure, 'kind' | 'count'> & {
  kind: BrowserFailure['kind'] | 'form-works';
};

/** Limits for one day, because no sender may fill the document. */
const most = { visits: 2000, failures: 200 };

/**
 * A network has one visit per day and page. A failure replaces a success, and never the reverse: a sender of invented
 * reports can neither raise an alert alone nor hide one. Returns undefined if nothing is new.
 */
export function withReports(
  stored: BrowserReports,
  found: readonly (Found & { visitor: string })[],
): BrowserReports | undefined {
  // The visits of a past day have no visitor.
  const visits = new Map(stored.visits.map((visit, i) => [visit.visitor ?? i, visit]));
  const failures = new Map(stored.failures.map((failure) => [keyOf(failure), failure]));
  let isNew = false;
  for (const { kind, visitor, ...place } of found) {
    const { page, browser } = place;
    if (kind === 'form-works' || kind === 'form-failed') {
      const failed = kind === 'form-failed';
      const known = visits.get(visitor);
      if (known ? failed && !known.failed : visits.size < most.visits) {
        visits.set(visitor, { visitor, page, browser, failed });
        isNew = true;
      }
    }
    if (kind === 'form-works') continue;
    const key = keyOf({ kind, ...place });
    const known = failures.get(key);
    if (!known && failures.size >= most.failures) continue;
    failures.set(key, { kind, ...place, count: (known?.count ?? 0) + 1 });
    isNew = true;
  }
  return isNew ? { visits: [...visits.values()], failures: [...failures.values()] } : undefined;
}

const keyOf = ({ kind, page, file, line, browser }: Omit<BrowserFailure, 'count'>): string =>
  JSON.stringify([kind, page, file, line, browser]);

const text = z.catch(z.string(), '');
const line = z.catch(z.number().check(z.nonnegative()), NaN);

const ownSchema = z.object({
  type: z.enum(ownReports),
  url: text,
  body: z.object({ file: text, line }),
});

/** Format of the Reporting API. */
const violationSchema = z.object({
  type: z.literal('csp-violation'),
  url: text,
  body: z.object({ blockedURL: text, lineNumber: line }),
});

/** Format of `report-uri`. */
const olderSchema = z.object({
  'csp-report': z.object({ 'document-uri': text, 'blocked-uri': text, 'line-number': line }),
});

/** A larger number is no line of this site's files, and may be a phone number. */
const lastLine = 99_999;

const mostRead = 20;

/** Keeps no personal data of a report. Leaves out other types, such as reports about outdated features. */
function readReports(sent: unknown, origin: string, browser: string): Found[] {
  const one = (kind: Found['kind'], url: string, file: string, lineNumber: number): Found => ({
    kind,
    page: pageOf(url, origin, kind.startsWith('form-')),
    file: fileOf(file, origin),
    line: Number.isInteger(lineNumber) && lineNumber <= lastLine ? lineNumber : null,
    browser,
  });
  return (Array.isArray(sent) ? sent : [sent]).slice(0, mostRead).flatMap((report: unknown) => {
    const { data: own } = ownSchema.safeParse(isObject(report) ? { body: {}, ...report } : report);
    if (own) return one(own.type, own.url, own.body.file, own.body.line);
    const { data: violation } = violationSchema.safeParse(report);
    if (violation) {
      const { blockedURL, lineNumber } = violation.body;
      return one('csp-violation', violation.url, blockedURL, lineNumber);
    }
    const older = olderSchema.safeParse(report).data?.['csp-report'];
    if (!older) return [];
    return one('csp-violation', older['document-uri'], older['blocked-uri'], older['line-number']);
  });
}

/** The pages with a form. A refused form comes back at the last one. */
const formPages = new Set([
  '/contact',
  ...pricedIndustries.map(({ value }) => `/${value}`),
  submitContactPath,
]);

/** All pages of the site. Any other path of an invented report may have a person's name. */
const pages = new Set([
  ...formPages,
  '/',
  '/about',
  '/accessibility',
  '/admin',
  '/admin/audit',
  '/admin/report',
  '/auth',
  '/pricing',
  '/privacy-policy',
  '/services',
  '/stop',
  '/stopped',
  '/terms-of-service',
  '/thank-you',
]);

const elsewhere = 'another page';

function pageOf(url: string, origin: string, hasForm: boolean): string {
  const pageUrl = URL.parse(url, origin);
  if (pageUrl?.origin !== origin) return elsewhere;
  const { pathname } = pageUrl;
  return (hasForm ? formPages : pages).has(pathname) ? pathname : elsewhere;
}

/** The policy's keywords for sources without an address. */
const wordsForNone = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-sink']);

/** The name of a script or style of this site. For any other file, only its owner. */
function fileOf(address: string, origin: string): string {
  if (wordsForNone.has(address)) return address;
  const fileUrl = address === '' ? null : URL.parse(address, origin);
  if (!fileUrl) return 'unknown';
  const isPage = fileUrl.origin === origin && !fileUrl.pathname.startsWith('/_astro/');
  if (isPage) return 'the page';
  if (fileUrl.origin === origin) {
    return /^\/_astro\/[\w-]{1,40}\.[\w-]{8}\.(?:js|css)$/.test(fileUrl.pathname)
      ? fileUrl.pathname
      : 'unknown';
  }
  if (fileUrl.protocol.endsWith('-extension:')) return 'an extension';
  return /^https?:$/.test(fileUrl.protocol) ? 'another site' : 'unknown';
}
