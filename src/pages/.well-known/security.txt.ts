import type { APIRoute } from 'astro';
import { company } from '../../copy/company.ts';
import { siteOf } from '../../seo/meta.ts';

/** RFC 9116 wants less than a year, so that nobody writes to an address long given up. */
const DAYS = 364;
const DAY_MS = 86_400_000;

/** Where to report a weakness of this site. A new build puts the date of expiry off. */
export const GET: APIRoute = (context) =>
  new Response(
    [
      `Contact: mailto:${company.email}`,
      `Expires: ${new Date(Date.now() + DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', siteOf(context)).href}`,
      '',
    ].join('\n'),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  );
