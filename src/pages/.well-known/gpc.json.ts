import type { APIRoute } from 'astro';
import { privacy } from '../../copy/privacy.ts';

/** Tells browsers that the site honors Global Privacy Control: https://www.w3.org/TR/gpc/ */
export const GET: APIRoute = () =>
  new Response(JSON.stringify({ gpc: true, lastUpdate: privacy.updated }));
