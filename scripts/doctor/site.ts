/** Checks whether the deployed site answers, its headers and its health report. */
import { api } from '../../src/shared/api.ts';
import { everywhereOn, onStaffPages } from '../../src/shared/headers.ts';
import {
  healthReportSchema,
  healthSchema,
  lateAfterMs,
  stoppedAfterMs,
} from '../../src/shared/health.ts';
import { jsonIn } from '../../src/shared/json.ts';
import { isNetlifyLogin } from '../../functions/canary/netlify-login.ts';
import type { Env } from '../../functions/env.ts';
import { reach } from './google.ts';
import { ensure } from '../command.ts';
import { passed } from './findings.ts';

const siteUnreachable =
  'check the domain on Netlify (Domain management), and whether SITE_URL is right';
const deployAgain = 'deploy again (on Netlify: Deploys, Trigger deploy)';

export const makePublic =
  'at https://app.netlify.com, open the project, press Make public and choose Public';

/** The canonical link shows which SITE_URL the page was built with. */
export async function home(site: URL, fetch: typeof globalThis.fetch) {
  const answer = await reach(fetch, site, {}, siteUnreachable);
  const { status, headers, text } = answer;
  ensure(
    !isNetlifyLogin(answer),
    `The project on Netlify is private, so ${site.host} asks visitors to log in there: ${makePublic}, then run the doctor again.`,
  );
  const to = URL.parse(headers.get('location') ?? '')?.origin;
  ensure(
    status === 200,
    to
      ? `${site.host} redirects to ${to}: set SITE_URL to the address where visitors end up, and build again.`
      : `${site.host} answers ${status}: ${siteUnreachable}, and that no password protects it (Project configuration, General, Visitor access).`,
  );
  const [link = ''] = /<link\b[^<>]*\brel="canonical"[^<>]*>/.exec(text) ?? [];
  const canonical = /\bhref="([^"]*)"/.exec(link)?.[1] ?? '';
  const built = URL.parse(canonical)?.origin ?? 'another site';
  ensure(
    canonical === site.href,
    `The page at ${site.host} was built for ${built}: set SITE_URL on Netlify as it is here, and ${deployAgain}.`,
  );
  return { detail: `${site.host} answers, and was built for this address`, found: site };
}

function wrongHeader(headers: Headers, expected: Readonly<Record<string, string>>) {
  const policy = headers.get('content-security-policy') ?? '';
  // The rest of the policy depends on the page.
  const isGuarded = /(?:^|;)\s*default-src 'none'\s*(?:;|$)/.test(policy);
  const wrong = isGuarded
    ? Object.entries(expected).find(([name, value]) => headers.get(name) !== value)?.[0]
    : 'content-security-policy';
  return wrong && `${headers.get(wrong) ? 'another' : 'no'} ${wrong}`;
}

export async function headers(site: URL, env: Env, fetch: typeof globalThis.fetch) {
  const everywhere = everywhereOn(env);
  const answers: [path: string, status: number, headers: typeof everywhere][] = [
    ['/', 200, everywhere],
    ['/admin', 200, { ...everywhere, ...onStaffPages }],
    [`/doctor-${crypto.randomUUID()}`, 404, everywhere],
    // Functions set their own headers. This one refuses requests without a session.
    [api.access, 401, everywhere],
  ];
  for (const [path, expected, always] of answers) {
    const { status, headers } = await reach(fetch, new URL(path, site), {}, siteUnreachable);
    const wrong =
      status === expected
        ? wrongHeader(headers, always)
        : `the status ${status} instead of ${expected}`;
    ensure(
      wrong === undefined,
      `The answer at ${expected === 404 ? 'an unknown path' : path} has ${wrong}: ${deployAgain}, and look for headers that were set there by hand.`,
    );
  }
  return passed(`as src/shared/headers.ts has them, at ${answers.length} paths`);
}

/** Also shows whether the variables on Netlify are valid: with wrong ones, the site can't reach its store. */
export async function health(
  site: URL,
  { HEALTH_TOKEN: token }: Env,
  fetch: typeof globalThis.fetch,
) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const address = new URL(api.health, site);
  const { status, text } = await reach(fetch, address, { headers }, siteUnreachable);
  ensure(
    status !== 401,
    `The site has another HEALTH_TOKEN: set it on Netlify as it is here, and ${deployAgain}.`,
  );
  const { data: health } = healthSchema.safeParse(jsonIn(text));
  const { data: report } = healthReportSchema.safeParse(jsonIn(text));
  ensure(
    health,
    `${api.health} answers ${status} and no report, so it is not our function: look for it in the deploy's log on Netlify, and ${deployAgain}.`,
  );
  ensure(
    health.why !== 'store',
    `The site can't reach its store: set the variables on Netlify as they are here and deploy again. The log there (Logs, Functions) names the wrong one.`,
  );
  const looked = report ? (report.looked_seconds ?? Infinity) : 0;
  const isLate = looked * 1000 >= stoppedAfterMs.schedule;
  const late = looked === Infinity ? 'never run' : `not run for ${Math.round(looked / 60)} minutes`;
  ensure(
    !health.why && !isLate,
    `The schedule has ${isLate ? late : 'stopped in part'}: if you have just deployed, run the doctor again in six minutes. Otherwise look at tick and hourly on Netlify (Logs, Functions), and whether the deploy is published.`,
  );
  ensure(
    report?.canary !== 'failing',
    'The form fails: look at the line "canary-failed" in the log on Netlify (Logs, Functions, hourly).',
  );
  ensure(
    (report?.oldest_undelivered_seconds ?? 0) * 1000 < lateAfterMs,
    `The webhook has not taken a lead for ${lateAfterMs / 60_000} minutes or more: the lead at /admin says why.`,
  );
  return passed(
    report
      ? 'the store can be reached, and the form works'
      : 'the store can be reached; with HEALTH_TOKEN set, the doctor would see more',
  );
}
