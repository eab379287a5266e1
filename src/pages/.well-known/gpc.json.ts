import type { APIRoute } from 'astro';
import { getEntry } from 'astro:content';

/** Tells browsers that the site honors Global Privacy Control: https://www.w3.org/TR/gpc/ */
export const GET: APIRoute = async () => {
  const policy = await getEntry('legal', 'privacy-policy');
  return new Response(JSON.stringify({ gpc: true, lastUpdate: policy?.data.updated }));
};
