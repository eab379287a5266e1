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
  // Before anything is read from the environment; the server of `npm start` does the same.
  loadSettings();
  return buildSettings(process.env);
});

/**
 * Pages for staff, and what comes after a form: no search engine should list them.
 * @type {readonly string[]}
 */
const unlisted = [...staffPaths, '/thank-you', '/stopped', '/form-again'];

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  // An industry page must not have the path of another page.
  prerenderConflictBehavior: 'error',
  build: {
    // about.html, which a static host serves at /about without a redirect. Netlify's pretty_urls sends
    // /about/ there; a redirect rule can't, because it matches both spellings.
    format: 'file',
    // The page and the styles it needs arrive in the same first round trip. Decision 0003.
    inlineStylesheets: 'always',
  },
  session: false,
  // The same variable as for `npm start`, but Astro's own port without it.
  ...(port !== undefined && { server: { port } }),
  vite: {
    // On another port than the wanted one, the links in alerts would lead elsewhere.
    server: { strictPort: port !== undefined },
    // For browsers that don't know `width < 50rem`, and would skip its rules. Decision 0039.
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
    // The policy has a hash of every script and style, so whatever changes a page comes before.
    pageHeaders(),
  ],
});

/**
 * Netlify's adapter has no option for a site whose pages are all files: it would deploy a rendering function
 * that answers every unknown path. `client` adds `?dpl=<id of the deploy>` to the address of each script, which
 * would end the browser's cache with each deploy. Decision 0001.
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
 * Astro writes the style of its island elements beside the first island, where HTML allows none.
 * base.css has the same rule, so this only takes it out.
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
 * Puts the pages that functions fill in beside the published folder, from where the bundler takes
 * them. Nobody opens the contact form's refusal by its address. The other pages stay published, too, without
 * what only a function knows: Netlify asks the function first, and a plain file server has the file.
 */
function pagesForFunctions() {
  return afterBuild('pages-for-functions', async (dir) => {
    const beside = new URL('../.built/', dir);
    await mkdir(beside, { recursive: true });
    await rename(new URL('form-again.html', dir), new URL('form-again.html', beside));
    const toHide = ['agreed', 'words', 'refused', 'kept', 'write instead'];
    const attributes = Object.fromEntries(toHide.map((it) => [it, ' hidden']));
    for (const it of ['thank-you.html', 'stop.html']) {
      const html = await readFile(new URL(it, dir), 'utf8');
      await writeFile(new URL(it, beside), html);
      await writeFile(new URL(it, dir), fillPlaceholders(html, { attributes, text: {} }));
    }
  });
}
