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
 * module only in the one that imports it. One chunk for staff (Rolldown's `codeSplitting.groups`) is no substitute:
 * the first row of the inbox came later, and public pages needed that chunk, too, because Astro's
 * `preserveEntrySignatures` makes a group take all that its modules import.
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
          // A script in a template loads only once something inserts it.
          const loading = html.replace(/<template.*?<\/template>/gs, '');
          const islands = loading.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
          // In the order of need: the script of a page for staff asks Firebase about the session, its island then
          // asks for the first answer, and React shows it.
          const files = new Set([
            ...withImports(loading, /<script type="module" src="([^"]+)"/g),
            ...withImports(islands.join(''), /component-url="([^"]+)"/g),
            ...withImports(islands.join(''), /renderer-url="([^"]+)"/g),
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
