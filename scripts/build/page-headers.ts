import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { loadEnv } from 'vite';
import { headersFile } from './headers-file.ts';

/** Writes `_headers` from the built pages, so it must come after everything that changes them. */
export function pageHeaders(): AstroIntegration {
  let root: URL;
  return {
    name: 'page-headers',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root;
      },
      'astro:build:done': async ({ dir }) => {
        const pages = new Map<string, string>();
        for await (const name of glob('**/*.html', { cwd: dir })) {
          pages.set(name, await readFile(new URL(name, dir), 'utf8'));
        }
        // From the shell or .env, as in the code for the browser.
        const env = loadEnv('production', fileURLToPath(root), 'PUBLIC_');
        const realAccounts = Boolean(env['PUBLIC_FIREBASE_API_KEY']?.trim());
        await writeFile(new URL('_headers', dir), await headersFile({ pages, realAccounts }));
      },
    },
  };
}
