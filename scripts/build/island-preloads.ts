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
        updateConfig({ vite: { plugins: [noteImports(imported)] } });
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
