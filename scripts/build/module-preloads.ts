import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { builtPages } from './built-pages.ts';

const noteImports = (imported: Map<string, readonly string[]>): Plugin => ({
  name: 'note-imports',
  apply: 'build',
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return;
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const { fileName, imports } of chunks)
      imported.set(
        `/${fileName}`,
        imports.map((file) => `/${file}`),
      );
  },
});

/**
 * Adds a `<link rel="modulepreload">` for each module that loads with the page. Otherwise a browser finds a module
 * only after it has loaded the one that imports it. One chunk for staff (Rolldown's `codeSplitting.groups`) is no
 * substitute: the inbox's first row came later. Public pages needed that chunk, too, because Astro's
 * `preserveEntrySignatures` makes a group include everything that its modules import.
 */
export function modulePreloads(): AstroIntegration {
  const imported = new Map<string, readonly string[]>();
  const withImports = (html: string, addresses: RegExp): Set<string> => {
    const all = new Set([...html.matchAll(addresses)].map(([, file = '']) => file));
    // The loop also visits files that it adds to the set.
    for (const file of all) for (const dependency of imported.get(file) ?? []) all.add(dependency);
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
          // A script in a template doesn't load with the page.
          const loading = html.replace(/<template.*?<\/template>/gs, '');
          const islands = loading.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
          // In the order of use: on a staff page, the script asks Firebase for the session, the island requests its
          // first data, and React renders them.
          const files = new Set([
            ...withImports(loading, /<script type="module" src="([^"]+)"/g),
            ...withImports(islands.join(''), /component-url="([^"]+)"/g),
            ...withImports(islands.join(''), /renderer-url="([^"]+)"/g),
          ]);
          if (files.size === 0) continue;
          const links = [...files].map((file) => `<link rel="modulepreload" href="${file}">`);
          await writeFile(
            new URL(page, dir),
            html.replace('</title>', `</title>${links.join('')}`),
          );
        }
      },
    },
  };
}
