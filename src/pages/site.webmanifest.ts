import type { APIRoute } from 'astro';
import { icons } from '../brand/icons.ts';
import { colours } from '../brand/tokens.ts';
import { company } from '../copy/company.ts';

const png = (name: 'icon-192' | 'icon-512' | 'icon-maskable-512') => ({
  src: `/${name}.png`,
  sizes: `${icons[name].size}x${icons[name].size}`,
  type: 'image/png',
});

const manifest = {
  name: company.name,
  short_name: company.name,
  description: company.tagline,
  lang: 'en-US',
  start_url: '/',
  display: 'browser',
  background_color: colours.ground,
  theme_color: colours.primary,
  icons: [png('icon-192'), png('icon-512'), { ...png('icon-maskable-512'), purpose: 'maskable' }],
};

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
