import { CheckFailed, passed, type Check } from './check.ts';
import { reach } from './reach.ts';
import { siteAddress } from './settings.ts';
import { everywhere, onStaffPages } from '../../src/shared/headers.ts';
import { api } from '../../src/shared/api.ts';

const siteUnreachable =
  'check the domain on Netlify (Domain management), and whether SITE_URL is right';
export const deployAgain = 'deploy again (on Netlify: Deploys, Trigger deploy)';

/**
 * The build makes the links for search results and shared pages from SITE_URL. What is found is the
 * time on the server's clock.
 */
export const home: Check<Date> = {
  name: 'site',
  needs: [siteAddress],
  run: async ({ fetch }, { found, signal }) => {
    const site = found(siteAddress);
    const { status, headers, text } = await reach(fetch, site, { signal }, siteUnreachable);
    if (status >= 300 && status < 400) {
      const to = URL.parse(headers.get('location') ?? '', site)?.host ?? 'elsewhere';
      throw new CheckFailed(
        `${site.host} redirects to ${to}: set SITE_URL to the address where visitors end up, and build again.`,
      );
    }
    if (status === 401) {
      throw new CheckFailed(
        `${site.host} asks for a password: take the protection off (on Netlify: Access & security).`,
      );
    }
    if (status !== 200) {
      throw new CheckFailed(`${site.host} answers ${status}: ${siteUnreachable}.`);
    }
    const canonical = canonicalOf(text);
    if (canonical === undefined) {
      throw new CheckFailed(
        `The page at ${site.host} is not from this site, because it has no canonical address: ${siteUnreachable}.`,
      );
    }
    if (canonical !== site.href) {
      const built = URL.parse(canonical)?.origin ?? 'something else';
      throw new CheckFailed(
        `The site at ${site.host} was built for ${built}: set SITE_URL on Netlify as it is here, and ${deployAgain}.`,
      );
    }
    return {
      detail: `${site.host} answers, and was built for this address`,
      found: new Date(headers.get('date') ?? NaN),
    };
  },
};

function canonicalOf(html: string): string | undefined {
  const [link] = /<link\b[^<>]*\brel="canonical"[^<>]*>/.exec(html) ?? [];
  return /\bhref="([^"]*)"/.exec(link ?? '')?.[1];
}

/** The first wrong header of an answer, as in `another referrer-policy`. */
function wrongHeader(headers: Headers, expected: typeof everywhere): string | undefined {
  const policy = headers.get('content-security-policy') ?? '';
  // The rest of the policy depends on the page.
  const isGuarded = /(?:^|;)\s*default-src 'none'\s*(?:;|$)/.test(policy);
  const wrong = isGuarded
    ? Object.entries(expected).find(
        ([name, value]) => plain(headers.get(name) ?? '') !== plain(value),
      )?.[0]
    : 'content-security-policy';
  return wrong && `${headers.get(wrong) ? 'another' : 'no'} ${wrong}`;
}

/** A server may write lists with or without spaces. */
const plain = (value: string): string => value.replaceAll(/\s/g, '').toLowerCase();

export const headers: Check = {
  name: 'headers',
  needs: [siteAddress, home],
  run: async ({ fetch, newId }, { found, signal }) => {
    const site = found(siteAddress);
    const pages: [path: string, status: number, headers: typeof everywhere][] = [
      ['/', 200, everywhere],
      ['/admin', 200, { ...everywhere, ...onStaffPages }],
      [`/doctor-${newId()}`, 404, everywhere],
    ];
    for (const [path, expected, always] of pages) {
      const name = expected === 404 ? 'an unknown path' : path;
      const { status, headers } = await reach(
        fetch,
        new URL(path, site),
        { signal },
        siteUnreachable,
      );
      if (status !== expected) {
        throw new CheckFailed(
          `${site.host} answers ${status} at ${name} instead of ${expected}: ${deployAgain}.`,
        );
      }
      const wrong = wrongHeader(headers, always);
      if (wrong !== undefined) {
        throw new CheckFailed(
          `The answer at ${name} has ${wrong}, unlike src/shared/headers.ts: ${deployAgain}, and look for headers that were set there by hand.`,
        );
      }
    }
    return passed(`as src/shared/headers.ts has them, at ${pages.length} paths`);
  },
};

/**
 * Sends an invalid token. A function that refuses it has read its settings, so this also shows
 * whether the settings on Netlify are valid.
 */
export const functions: Check = {
  name: 'functions',
  needs: [siteAddress, home],
  run: async ({ fetch }, { found, signal }) => {
    const site = found(siteAddress);
    const options = { signal, headers: { authorization: 'Bearer doctor' } };
    const url = new URL(api.access, site);
    const { status, headers } = await reach(fetch, url, options, siteUnreachable);
    if (status === 503) {
      throw new CheckFailed(
        `${api.access} answers 503: set the variables on Netlify as they are here and deploy again. The log there (Logs, Functions) names the wrong one.`,
      );
    }
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    if (status !== 401 || !isJson) {
      throw new CheckFailed(
        `${api.access} answers ${status}${isJson ? '' : ' and no JSON'} instead of 401, so it is not our function: look for it in the deploy's log on Netlify, and ${deployAgain}.`,
      );
    }
    const wrong = wrongHeader(headers, everywhere);
    if (wrong !== undefined) {
      throw new CheckFailed(
        `The answer of ${api.access} has ${wrong}, unlike src/shared/headers.ts: ${deployAgain}.`,
      );
    }
    return passed(`${api.access} answers, and refuses visitors who are not signed in`);
  },
};
