import { caching, everywhereOn, onStaffPages, pagePolicy } from '../../src/shared/headers.ts';
import { staffPaths } from '../../src/shared/api.ts';
import { writeFile } from 'node:fs/promises';
import { editorPolicy } from './editor.ts';
import { loadEnv } from 'vite';
import type { Env } from '../../functions/env.ts';
import { afterBuild, builtPages } from './built-pages.ts';

/** Hosts that Firebase's browser library calls to log in and to renew a session. */
const identityHosts = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];

const staffPages = staffPaths.map((path) => `${path.slice(1)}.html`);

const notFoundPage = '404.html';

const editorPage = 'edit.html';

type Rule = [path: string, headers: Record<string, string>];

/**
 * The text of `_headers`. If several rules match a path, the last one wins for each header. Netlify matches the
 * requested path, so the rule for all paths has the headers of the 404 page. Netlify's adapter adds the rule for
 * `/_astro` (`.netlify/v1/config.json`). Decision 0017.
 */
export async function headersFile(pages: ReadonlyMap<string, string>, env: Env): Promise<string> {
  // The local Auth emulator has the site's own origin, so it needs no host here.
  const realAccounts = Boolean(env.PUBLIC_FIREBASE_API_KEY?.trim());
  const policyOf = async (name: string, html: string) =>
    name === editorPage
      ? editorPolicy
      : pagePolicy(html, realAccounts && staffPages.includes(name) ? identityHosts : []);

  const rules: Rule[] = [
    [
      '/*',
      {
        ...everywhereOn(env),
        'cache-control': caching.revalidated,
        'content-security-policy': await policyOf(notFoundPage, pages.get(notFoundPage) ?? ''),
      },
    ],
    // Other sites embed these images instead of copying them.
    ['/social/*', { 'cross-origin-resource-policy': 'cross-origin' }],
  ];
  for (const [name, html] of [...pages].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === notFoundPage) continue;
    const headers = {
      ...(staffPages.includes(name) && onStaffPages),
      'content-security-policy': await policyOf(name, html),
      ...(html.includes('<meta name="robots" content="noindex"') && {
        'x-robots-tag': 'noindex',
      }),
    };
    rules.push(...pathsOf(name).map((path): Rule => [path, headers]));
  }
  return `${rules.map(print).join('\n\n')}\n`;
}

/** Netlify serves a page with and without its extension. */
const pathsOf = (name: string): string[] => [
  `/${name.replace(/(?:(?:^|\/)index)?\.html$/, '')}`,
  `/${name}`,
];

const print = ([path, headers]: Rule): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** Writes `_headers` from the built pages. Must be the last integration that changes pages. */
export const pageHeaders = () =>
  afterBuild('page-headers', async (dir) => {
    // Reads the shell and .env, as Vite does for browser code.
    const env = loadEnv('production', process.cwd(), ['PUBLIC_', 'HSTS']);
    const text = await headersFile(await builtPages(dir), env);
    await writeFile(new URL('_headers', dir), text);
  });
