import { describe, expect, test, vi } from 'vitest';
import { json } from '../../../functions/http/answer.ts';
import { headersFile } from '../../../scripts/build/headers-file.ts';
import { directives } from '../../support/servers/ask.ts';

const form = '<form action="/api/submit-contact"></form>';
const noindex = '<meta name="robots" content="noindex">';

const pages = new Map([
  ['404.html', '<style>h1{}</style>'],
  ['admin.html', noindex],
  ['admin/audit.html', noindex],
  ['admin/report.html', noindex],
  ['auth.html', noindex],
  ['contact.html', form],
  ['index.html', ''],
]);

const rulesOf = async (env: Record<string, string> = {}) => {
  const text = await headersFile(pages, env);
  const blocks = text.trim().split('\n\n');
  return new Map(
    blocks.map((block) => {
      const [path = '', ...lines] = block.split('\n');
      const headers = lines.map((line) => line.trim().split(/: (.*)/, 2));
      return [path, Object.fromEntries(headers) as Record<string, string>];
    }),
  );
};

const callsOf = (rules: Awaited<ReturnType<typeof rulesOf>>, path: string) =>
  directives(rules.get(path)?.['content-security-policy'] ?? '').get('connect-src') ?? [];

describe('the headers of the published files', () => {
  test('bind no subdomain to https unless the owner asks for the preload list', async () => {
    const transport = async (env?: Record<string, string>) =>
      (await rulesOf(env)).get('/*')?.['strict-transport-security'];
    expect(await transport()).toBe('max-age=31536000');
    const preload = 'max-age=63072000; includeSubDomains; preload';
    expect(await transport({ HSTS: 'preload' })).toBe(preload);
    // Functions have to agree, since the last answer counts.
    vi.stubEnv('HSTS', 'preload');
    expect(json(200, {}).headers.get('strict-transport-security')).toBe(preload);
    vi.unstubAllEnvs();
    expect(json(200, {}).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('fall back to the policy of the 404 page, and come before those of a page', async () => {
    const rules = await rulesOf();
    expect([...rules.keys()][0]).toBe('/*');
    expect(rules.get('/*')?.['content-security-policy']).toContain('style-src');
    expect(rules.has('/404')).toBe(false);
  });

  test('let nobody but staff call Google, and them only for real accounts', async () => {
    const real = await rulesOf({ PUBLIC_FIREBASE_API_KEY: 'key' });
    const google = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
    for (const path of ['/auth', '/admin', '/admin/audit', '/admin/report']) {
      expect(callsOf(real, path), path).toEqual([`'self'`, ...google]);
      expect(callsOf(await rulesOf(), path), path).toEqual([`'self'`]);
    }
    for (const path of ['/contact', '/', '/*'])
      expect(callsOf(real, path), path).toEqual([`'self'`]);
  });

  test('keep search engines away where the page does', async () => {
    const rules = await rulesOf();
    const unlisted = [...rules].filter(([, it]) => it['x-robots-tag'] === 'noindex');
    expect(unlisted.map(([path]) => path)).toEqual([
      '/admin',
      '/admin.html',
      '/admin/audit',
      '/admin/audit.html',
      '/admin/report',
      '/admin/report.html',
      '/auth',
      '/auth.html',
    ]);
  });
});
