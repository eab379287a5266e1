import { CheckFailed, passed, type Check } from '../outcome.ts';
import { reach } from '../reach.ts';
import { siteAddress } from '../settings.ts';

export const siteUnreachable =
  'check the domain on Netlify (Domain management), and whether SITE_URL is right';
export const deployAgain = 'deploy again (on Netlify: Deploys, Trigger deploy)';

/** The build makes the links for search results and shared pages from SITE_URL. */
export const home: Check = {
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
    return passed(`${site.host} answers, and was built for this address`);
  },
};

function canonicalOf(html: string): string | undefined {
  const [link] = /<link\b[^<>]*\brel="canonical"[^<>]*>/.exec(html) ?? [];
  return /\bhref="([^"]*)"/.exec(link ?? '')?.[1];
}
