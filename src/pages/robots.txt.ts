import type { APIRoute } from 'astro';
import { siteOf } from '../seo.ts';

// Don't disallow the staff pages: a crawler has to read them to see their noindex.
export const GET: APIRoute = (context) =>
  new Response(`User-agent: *
Disallow: /api/

Sitemap: ${new URL('/sitemap-index.xml', siteOf(context)).href}
`);
