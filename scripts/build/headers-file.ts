import { caching, everywhere } from '../../src/shared/headers.ts';
import { pagePolicy } from '../../src/shared/policy.ts';

/** Where the browser's Firebase library logs in and renews a session. */
const identityHosts = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];

/** The pages on which somebody may be logged in. */
const staffPages = ['auth.html', 'admin.html', 'admin/audit.html'];

const notFoundPage = '404.html';

interface Options {
  /** By the name of its file in the published folder. */
  pages: ReadonlyMap<string, string>;
  /** Whether accounts are Google's. The local emulator answers at the site's own address. */
  realAccounts: boolean;
}

type Rule = [path: string, headers: Record<string, string>];

/**
 * The text of `_headers`. Of the rules that match a path, a later one wins, header by header.
 * Netlify goes by the path that was asked for, so what holds for all is what the 404 page needs.
 */
export async function headersFile({ pages, realAccounts }: Options): Promise<string> {
  const policyOf = (name: string, html: string) =>
    pagePolicy(html, realAccounts && staffPages.includes(name) ? identityHosts : []);

  const rules: Rule[] = [
    [
      '/*',
      {
        ...everywhere,
        'cache-control': caching.revalidated,
        'content-security-policy': await policyOf(notFoundPage, pages.get(notFoundPage) ?? ''),
      },
    ],
    ['/_astro/*', { 'cache-control': caching.hashed }],
    // Made to be shown by other sites, some of which don't copy it.
    ['/social.png', { 'cross-origin-resource-policy': 'cross-origin' }],
  ];
  for (const [name, html] of [...pages].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === notFoundPage) continue;
    const headers = {
      'content-security-policy': await policyOf(name, html),
      ...(html.includes('<meta name="robots" content="noindex"') && { 'x-robots-tag': 'noindex' }),
    };
    rules.push(...pathsOf(name).map((path): Rule => [path, headers]));
  }
  return `${rules.map(print).join('\n\n')}\n`;
}

/** A file also answers to its full name. */
const pathsOf = (name: string): string[] => [
  `/${name.replace(/(?:(?:^|\/)index)?\.html$/, '')}`,
  `/${name}`,
];

const print = ([path, headers]: Rule): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
