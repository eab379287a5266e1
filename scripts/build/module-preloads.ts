import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { builtPages } from './built-pages.ts';

const noteImports = (imported: Map<string, readonly string[]>): Plugin => ({
  name: 'note-imports',
  apply: 'build',
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return;
    const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
    for (const { fileName, imports } of chunks)
      imported.set(
        `/${fileName}`,
        imports.map((it) => `/${it}`),
      );
  },
});

/**
 * Adds a `<link rel="modulepreload">` for each module that loads with the page. Otherwise a browser finds each
 * module only in the one that imports it.
 */
export function modulePreloads(): AstroIntegration {
  const imported = new Map<string, readonly string[]>();
  const withImports = (html: string, addresses: RegExp): Set<string> => {
    const all = new Set([...html.matchAll(addresses)].map(([, it = '']) => it));
    // A set also yields what is added on the way.
    for (const file of all) for (const it of imported.get(file) ?? []) all.add(it);
    return all;
  };
  return {
    name: 'module-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [noteImports(imported)] } });
      },
      'astro:build:done': async ({ dir }) => {
        for (const [page, html] of await builtPages(dir)) {
          const islands = html.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
          // A page's own script comes first: on pages for staff, it asks Firebase about the session, and the
          // island has to wait for the answer.
          const files = new Set([
            ...withImports(html, /<script type="module" src="([^"]+)"/g),
            ...withImports(islands.join(''), /-url="([^"]+)"/g),
          ]);
          if (files.size === 0) continue;
          const links = [...files].map((it) => `<link rel="modulepreload" href="${it}">`);
          await writeFile(
            new URL(page, dir),
            html.replace('</title>', `</title>${links.join('')}`),
          );
        }
      },
    },
  };
}
