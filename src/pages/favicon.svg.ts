import type { APIRoute } from 'astro';
import { markSvg } from '../brand/mark.ts';
import { colours } from '../brand/tokens.ts';

export const GET: APIRoute = () =>
  new Response(markSvg({ field: colours.primary, ink: colours.ink }), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
