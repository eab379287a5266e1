import type { APIRoute } from 'astro';
import { company } from '../../copy/company.ts';
import { siteOf } from '../../seo.ts';

/** RFC 9116 recommends less than a year; each build renews it. */
const days = 364;
const dayMs = 86_400_000;

export const GET: APIRoute = (context) =>
  new Response(`Contact: mailto:${company.email}
Expires: ${new Date(Date.now() + days * dayMs).toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', siteOf(context)).href}
`);
