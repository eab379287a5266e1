import type { APIRoute, GetStaticPaths } from 'astro';
import { getEntry } from 'astro:content';
import { company } from '../copy/company.ts';
import { siteOf } from '../seo.ts';

type Write = (site: URL) => BodyInit | Promise<BodyInit>;

/** RFC 9116 recommends less than a year; each build renews it. */
const securityDays = 364;
const dayMs = 86_400_000;

/** Files for programs. Their contents depend on the date, the site's address or the owner's words. */
const files = {
  // Don't disallow the staff pages: a crawler has to read them to see their noindex.
  'robots.txt': (site) => `User-agent: *
Disallow: /api/

Sitemap: ${new URL('/sitemap-index.xml', site).href}
`,

  '.well-known/security.txt': (site) => `Contact: mailto:${company.email}
Expires: ${new Date(Date.now() + securityDays * dayMs).toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', site).href}
`,

  /** Tells browsers that the site honors Global Privacy Control: https://www.w3.org/TR/gpc/ */
  '.well-known/gpc.json': async () => {
    const policy = await getEntry('legal', 'privacy-policy');
    return JSON.stringify({ gpc: true, lastUpdate: policy?.data.updated });
  },
} satisfies Record<string, Write>;

export const getStaticPaths = (() =>
  Object.entries(files).map(([file, write]) => ({
    params: { file },
    props: { write },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ write: Write }> = async (context) =>
  new Response(await context.props.write(siteOf(context)));
