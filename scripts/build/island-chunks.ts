import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { builtPages } from './built-pages.ts';

/**
 * The modules that pages share, one file each. A file also takes what its modules import and no file
 * before it has. So the smallest come first, and a visitor loads nothing that only staff need.
 * Each pattern names some of the modules.
 */
const groups: { name: string; of: RegExp[] }[] = [
  {
    name: 'react',
    of: [/\/node_modules\/react\//, /\/node_modules\/@nanostores\/react\//, /\/islands\/Contained/],
  },
  {
    name: 'shared',
    of: [
      /\/node_modules\/nanostores\/atom\//,
      /\/site\/hours\.json$/,
      ...sources(
        ...['shared/consent', 'shared/fields', 'shared/pricing', 'shared/inline-links'],
        ...['browser/save-file', 'browser/session', 'browser/as-built'],
        ...['copy/company', 'islands/price-checker/choice'],
      ),
    ],
  },
  // It makes the toasts' place as it loads, which not every page has the style of.
  { name: 'toasts', of: sources('browser/toasts') },
  {
    name: 'around-sign-in',
    of: [
      ...sources('browser/before-firebase', 'browser/flash-toast', 'shared/api'),
      /vite\/preload-helper/,
    ],
  },
  {
    name: 'staff',
    of: [
      /\/node_modules\/nanostores\//,
      /\/node_modules\/zod\/[^?]+$/,
      /\/src\/islands\/staff\//,
      ...sources(
        ...['copy/admin', 'copy/delivery', 'copy/lead-panel'],
        ...['shared/at-most', 'shared/report', 'shared/sha256', 'shared/submission'],
      ),
    ],
  },
];

function sources(...names: string[]): RegExp[] {
  return names.map((it) => new RegExp(`/src/${it}\\.ts$`));
}

/**
 * Puts the small modules that pages share into few files. In a file each, they are a dozen requests,
 * some of them one after the other, between a visitor's first touch and the island.
 */
function islandChunks(imported: Map<string, readonly string[]>): Plugin {
  const unused = new Set(groups.flatMap(({ of }) => of));
  const codeSplitting = {
    groups: groups.map(({ name, of }) => ({
      name,
      test: (id: string) => {
        const matching = of.filter((it) => it.test(id));
        for (const it of matching) unused.delete(it);
        return matching.length > 0;
      },
    })),
  };
  return {
    name: 'island-chunks',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client' ? { build: { rolldownOptions: { output: { codeSplitting } } } } : null,
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      if (unused.size > 0) this.error(`No module of the site matches ${[...unused].join(' or ')}.`);
      const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
      for (const { fileName, imports } of chunks)
        imported.set(
          `/${fileName}`,
          imports.map((it) => `/${it}`),
        );
    },
  };
}

/**
 * Asks for all code of an island that loads at once together with its page. Otherwise a browser learns of each
 * file from the file before.
 */
export function islandPreloads(): AstroIntegration {
  const imported = new Map<string, readonly string[]>();
  const withImports = (files: Iterable<string>): Set<string> => {
    const all = new Set(files);
    // A set also yields what is added on the way.
    for (const file of all) for (const it of imported.get(file) ?? []) all.add(it);
    return all;
  };
  return {
    name: 'island-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [islandChunks(imported)] } });
      },
      'astro:build:done': async ({ dir }) => {
        for (const [page, html] of await builtPages(dir)) {
          const islands = [...html.matchAll(/<astro-island[^>]* client="load"[^>]*>/g)].join('');
          const entries = [...islands.matchAll(/-url="([^"]+)"/g)].map(([, url = '']) => url);
          if (entries.length === 0) continue;
          const links = [...withImports(entries)].map(
            (it) => `<link rel="modulepreload" href="${it}">`,
          );
          await writeFile(
            new URL(page, dir),
            html.replace('</title>', `</title>${links.join('')}`),
          );
        }
      },
    },
  };
}
