import type { APIRoute } from 'astro';
import { colors } from '../brand/colors.ts';
import { company } from '../copy/company.ts';

const icon = (file: string, size: number) => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

export const GET: APIRoute = () =>
  Response.json({
    name: company.name,
    short_name: company.name,
    description: company.tagline,
    lang: 'en-US',
    start_url: '/',
    display: 'browser',
    background_color: colors.ground,
    theme_color: colors.primary,
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      { ...icon('icon-maskable-512.png', 512), purpose: 'maskable' },
    ],
  });
