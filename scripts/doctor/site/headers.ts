import { everywhere } from '../../../src/shared/headers.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { reach } from '../reach.ts';
import { siteAddress } from '../settings.ts';
import { deployAgain, home, siteUnreachable } from './home.ts';

/** The first wrong header of an answer, as in `another referrer-policy`. */
export function wrongHeader(headers: Headers): string | undefined {
  const policy = headers.get('content-security-policy') ?? '';
  // The rest of the policy depends on the page.
  const isGuarded = /(?:^|;)\s*default-src 'none'\s*(?:;|$)/.test(policy);
  const wrong = isGuarded
    ? Object.entries(everywhere).find(
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
    const pages: [path: string, status: number][] = [
      ['/', 200],
      ['/admin', 200],
      [`/doctor-${newId()}`, 404],
    ];
    for (const [path, expected] of pages) {
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
      const wrong = wrongHeader(headers);
      if (wrong !== undefined) {
        throw new CheckFailed(
          `The answer at ${name} has ${wrong}, unlike src/shared/headers.ts: ${deployAgain}, and look for headers that were set there by hand.`,
        );
      }
    }
    return passed(`as src/shared/headers.ts has them, at ${pages.length} paths`);
  },
};
