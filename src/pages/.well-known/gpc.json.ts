import type { APIRoute } from 'astro';
import { privacy } from '../../copy/privacy.ts';

/** Says to programs what the privacy policy says to people: https://www.w3.org/TR/gpc/ */
export const GET: APIRoute = () =>
  new Response(JSON.stringify({ gpc: true, lastUpdate: privacy.updated }), {
    headers: { 'Content-Type': 'application/json' },
  });
