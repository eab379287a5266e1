import type { APIRoute, GetStaticPaths } from 'astro';
import { type IconName, icons } from '../brand/icons.ts';
import { markSvg } from '../brand/mark.ts';
import { png } from '../brand/raster.ts';
import { colours } from '../brand/tokens.ts';

export const getStaticPaths = (() =>
  Object.keys(icons).map((icon) => ({ params: { icon } }))) satisfies GetStaticPaths;

export const GET: APIRoute<Record<string, unknown>, { icon: IconName }> = ({ params }) =>
  new Response(png(markSvg({ field: colours.primary, ink: colours.ink, ...icons[params.icon] })), {
    headers: { 'Content-Type': 'image/png' },
  });
