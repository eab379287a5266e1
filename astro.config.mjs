// @ts-check
import { glob, readFile, writeFile } from 'node:fs/promises';
import netlify from '@astrojs/netlify';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';

/** Netlify sets URL to the site's main address, so a deploy needs no setting of its own. */
const site = process.env.SITE_URL || process.env.URL || 'https://leadwright.example';

/** Pages for staff, and the end of a form: no search engine should list them. */
const unlisted = ['/auth', '/admin', '/thank-you'];

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  build: {
    // about.html, which a static host serves at /about without a redirect.
    format: 'file',
    // The page and the styles it needs arrive in the same first round trip.
    inlineStylesheets: 'always',
  },
  session: false,
  adapter: filesOnly(netlify({ imageCDN: false, devFeatures: false })),
  integrations: [
    react(),
    islandStyleInHead(),
    sitemap({ filter: (page) => !unlisted.includes(new URL(page).pathname) }),
  ],
});

/**
 * Astro 7 takes an adapter as the wish for a server, and Netlify's then deploys a rendering
 * function that answers every unknown path. All pages here are files, and so is the 404.
 * @param {import('astro').AstroIntegration} adapter
 * @returns {import('astro').AstroIntegration}
 */
function filesOnly(adapter) {
  const configDone = adapter.hooks['astro:config:done'];
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (options) =>
        configDone?.({
          ...options,
          setAdapter: (it) =>
            options.setAdapter({
              ...it,
              adapterFeatures: { ...it.adapterFeatures, buildOutput: 'static' },
            }),
        }),
    },
  };
}

/**
 * Astro writes the style of its island elements beside the first island, where HTML allows none.
 * base.css has the same rule, so what is left to do is to take it out.
 * @returns {import('astro').AstroIntegration}
 */
function islandStyleInHead() {
  const misplaced = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
  return {
    name: 'island-style-in-head',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for await (const page of glob('**/*.html', { cwd: dir })) {
          const file = new URL(page, dir);
          const html = await readFile(file, 'utf8');
          if (html.includes(misplaced)) await writeFile(file, html.replace(misplaced, ''));
        }
      },
    },
  };
}
