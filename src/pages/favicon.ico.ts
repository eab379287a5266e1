import type { APIRoute } from 'astro';
import { ico } from '../brand/ico.ts';
import { markSvg } from '../brand/mark.ts';
import { png } from '../brand/raster.ts';
import { colours } from '../brand/tokens.ts';

const images = [16, 32].map((size) => ({
  size,
  png: png(markSvg({ field: colours.primary, ink: colours.ink, size })),
}));

export const GET: APIRoute = () =>
  new Response(ico(images), { headers: { 'Content-Type': 'image/x-icon' } });
