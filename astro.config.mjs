// @ts-check
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import netlify from '@astrojs/netlify';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { afterBuild, builtPages } from './scripts/build/built-pages.ts';
import { editor } from './scripts/build/editor.ts';
import { pageHeaders } from './scripts/build/headers-file.ts';
import { modulePreloads } from './scripts/build/module-preloads.ts';
import { buildSettings } from './scripts/build/settings.ts';
import { socialImages } from './scripts/build/social-images.ts';
import { orSentence } from './scripts/command.ts';
import { devFunctions } from './scripts/local/dev-functions.ts';
import { loadSettings } from './scripts/local/environment.ts';
import { company } from './src/copy/company.ts';
import { staffPaths } from './src/shared/api.ts';
import { fillPlaceholders } from './src/shared/placeholders.ts';

const { site = `https://${company.domain}`, port } = await orSentence(() => {
  // Load .env before anything reads the environment, as `npm start` does.
  loadSettings();
  return buildSettings(process.env);
});

/**
 * Staff pages and the pages after a form. The sitemap leaves them out.
 * @type {readonly string[]}
 */
const unlisted = [...staffPaths, '/thank-you', '/stopped', '/form-again'];

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  // Fail the build if an industry page has the path of another page.
  prerenderConflictBehavior: 'error',
  build: {
    // Writes about.html, which a static host serves at /about without a redirect. On Netlify, pretty_urls
    // redirects /about/ to /about (netlify.toml).
    format: 'file',
    // A stylesheet in a file would cost a phone one more round trip before the first paint. With its styles, a page
    // must stay under the 13.5 KB of the first round trip, and `npm run bench` enforces it.
    inlineStylesheets: 'always',
  },
  session: false,
  // PORT, as for `npm start`. If it isn't set, Astro uses its own default.
  ...(port !== undefined && { server: { port } }),
  vite: {
    // Links in alerts contain PORT. If the port is in use, fail instead of taking the next one.
    server: { strictPort: port !== undefined },
    // Rewrites `width < 50rem` for older browsers, which would skip its rules. Decision 0039.
    build: { cssTarget: ['safari15.4', 'chrome99', 'firefox97'] },
  },
  adapter: withoutServer(netlify({ imageCDN: false, devFeatures: false })),
  integrations: [
    react(),
    {
      name: 'client-touch',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({ name: 'touch', entrypoint: './src/browser/late-island.ts' }),
      },
    },
    islandStyleInHead(),
    modulePreloads(),
    devFunctions(),
    socialImages(),
    editor(process.env),
    pagesForFunctions(),
    sitemap({ filter: (page) => !unlisted.includes(new URL(page).pathname) }),
    // Must be last: the content security policy has a hash of every script and style in a page.
    pageHeaders(),
  ],
});

/**
 * Makes Netlify's adapter deploy a static site. It has no option for that: it would deploy a rendering function
 * that answers every unknown path. Its `client` setting would add `?dpl=<deploy id>` to each script's URL, so
 * browsers would fetch every script again after each deploy. Decision 0001.
 * @param {import('astro').AstroIntegration} adapter
 * @returns {import('astro').AstroIntegration}
 */
function withoutServer(adapter) {
  const configDone = adapter.hooks['astro:config:done'];
  /** @type {typeof configDone} */
  const withoutClient = (options) =>
    configDone?.({
      ...options,
      setAdapter: ({ client, adapterFeatures, ...given }) =>
        options.setAdapter({
          ...given,
          adapterFeatures: { ...adapterFeatures, buildOutput: 'static' },
        }),
    });
  return { ...adapter, hooks: { ...adapter.hooks, 'astro:config:done': withoutClient } };
}

/**
 * Removes the <style> that Astro writes beside the first island, where HTML doesn't allow it.
 * base.css has the same rule.
 */
function islandStyleInHead() {
  const misplaced = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
  return afterBuild('island-style-in-head', async (dir) => {
    for (const [page, html] of await builtPages(dir))
      if (html.includes(misplaced))
        await writeFile(new URL(page, dir), html.replace(misplaced, ''));
  });
}

/**
 * Copies the pages that functions fill in to .built, where the bundler reads them. form-again.html is moved,
 * because only a function serves it. The other pages stay published for plain file servers, with the parts hidden
 * that only a function can fill in. On Netlify, the function answers first.
 */
function pagesForFunctions() {
  return afterBuild('pages-for-functions', async (dir) => {
    const beside = new URL('../.built/', dir);
    await mkdir(beside, { recursive: true });
    await rename(new URL('form-again.html', dir), new URL('form-again.html', beside));
    const toHide = ['agreed', 'words', 'refused', 'kept', 'write instead'];
    const attributes = Object.fromEntries(toHide.map((name) => [name, ' hidden']));
    for (const page of ['thank-you.html', 'stop.html']) {
      const html = await readFile(new URL(page, dir), 'utf8');
      await writeFile(new URL(page, beside), html);
      await writeFile(new URL(page, dir), fillPlaceholders(html, { attributes, text: {} }));
    }
  });
}
