import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, staffPaths } from '../../src/shared/api.ts';
import { caching, everywhere, onStaffPages } from '../../src/shared/headers.ts';
import { ask, directives, type Answer } from '../support/servers/ask.ts';
import { firebase, post, startAll } from '../support/servers/local-site.ts';
import { aSubmission } from '../support/builders/requests.ts';
import { everyPath, thanksPath, unknownPath } from '../support/pages/routes.ts';
import type { RunningSite } from '../support/servers/running-site.ts';

let data = '';
let site: RunningSite;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'headers-'));
  site = startAll(process.cwd(), { DATA_DIR: data });
  await site.ready();
}, 180_000);

afterAll(async () => {
  site.signal('SIGINT');
  await site.exit;
  await rm(data, { recursive: true, force: true });
});

const get = (path: string) => ask(site.port, path);

/** Expects the headers of every response. Returns the directives of its policy. */
function expectGuarded({ headers }: Answer, different = {}) {
  expect(headers).toMatchObject({
    ...everywhere,
    ...different,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  const policy = directives(String(headers['content-security-policy']));
  expect(policy.get('default-src')).toEqual([`'none'`]);
  expect(policy.get('base-uri')).toEqual([`'none'`]);
  expect(policy.get('frame-ancestors')).toEqual([`'none'`]);
  expect(policy.get('form-action')).toEqual([`'self'`]);
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|http|\*|data:/);
  return policy;
}

describe('a page', () => {
  test.each(everyPath)(
    '%s has the security headers, reports violations to this site, and is revalidated before each reuse',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(path === unknownPath ? 404 : 200);
      expect(answer.headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/i);
      const policy = expectGuarded(answer, path === '/auth' ? onStaffPages : {});
      expect(answer.headers['reporting-endpoints']).toBe('default="/api/reports"');
      expect([policy.get('report-to'), policy.get('report-uri')]).toEqual([
        ['default'],
        ['/api/reports'],
      ]);
      expect(answer.headers['cache-control']).toBe(
        path === thanksPath ? caching.never : caching.revalidated,
      );
    },
  );

  test.each(staffPaths)(
    '%s is kept out of search engines, calls only our own server, and leaves no handle on its window',
    async (path) => {
      const answer = await get(path);
      expect(answer.headers['x-robots-tag']).toBe('noindex');
      expect(expectGuarded(answer, onStaffPages).get('connect-src')).toEqual([`'self'`]);
      expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    },
  );

  test('without an island runs only its speculation rules, its menu and the first-touch script, and is open to search engines', async () => {
    const answer = await get('/about');
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
    const policy = expectGuarded(answer);
    const hash = expect.stringMatching(/^'sha256-/) as string;
    expect(policy.get('script-src')).toEqual([hash, hash, hash]);
    expect(policy.get('connect-src')).toEqual([`'self'`]);
  });

  test('has the security headers under its full name, and on its redirects', async () => {
    const named = await get('/contact.html');
    const policy = (await get('/contact')).headers['content-security-policy'];
    expect(named.headers['content-security-policy']).toBe(policy);
    const slash = await get('/contact/');
    expect(slash).toMatchObject({ status: 301, headers: { location: '/contact' } });
    expectGuarded(slash);
  });
});

/** Netlify's adapter sets it for names that change with their content. */
const forever = 'public, max-age=31536000, immutable';

test('every file has the security headers, and is cached for a year if its name changes with its content', async () => {
  const files = await readdir('dist', { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !/^_|\.html$/.test(file.name))
    .map((file) => join(file.parentPath, file.name).replace(/^dist/, ''));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const { headers, status } = await get(path);
    expect(status, path).toBe(200);
    const isHashed = path.startsWith('/_astro/');
    expect(headers['cache-control'], path).toBe(isHashed ? forever : caching.revalidated);
    const shown = path.startsWith('/social/') && { 'cross-origin-resource-policy': 'cross-origin' };
    expect(headers, path).toMatchObject({ ...everywhere, ...shown });
  }
});

describe('a function', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const plainForm = (fields: Record<string, string>) =>
    ask(site.port, api.submitContact, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const admin = async () =>
    (await firebase.tokens(site.port, 'signInWithPassword', 'admin@example.com')).idToken;

  const answers: [about: string, status: number, asked: () => Promise<Answer>][] = [
    ['a lead', 201, () => post(site.port, api.submitContact, aSubmission())],
    ['what is no lead', 400, () => post(site.port, api.submitContact, 'words')],
    ['a form', 303, () => plainForm(asText(aSubmission()))],
    ['nobody', 401, () => get(api.submissions)],
    ['the export', 200, async () => ask(site.port, api.submissionsCsv, bearer(await admin()))],
  ];

  test.each(answers)('has the security headers on its response to %s', async (_, status, asked) => {
    const answer = await asked();
    expect(answer.status, answer.text).toBe(status);
    const policy = expectGuarded(answer);
    expect(answer.headers['cache-control']).toBe(caching.never);
    expect([...policy.keys()]).toHaveLength(4);
  });

  test('has the security headers on the form that it returns', async () => {
    const plain = await plainForm({ email: 'x' });
    expect(plain).toMatchObject({ status: 422, headers: { 'cache-control': caching.never } });
    expectGuarded(plain);
  });
});

const asText = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

test.each([
  ['/%E0%A4%A', 'GET', 400],
  ['/about', 'POST', 405],
  ['/_headers', 'GET', 404],
])(
  'the server’s own answer about %s by %s has the security headers',
  async (path, method, status) => {
    const answer = await ask(site.port, path, { method });
    expect(answer.status).toBe(status);
    expectGuarded(answer);
  },
);

describe('the files for other programs', () => {
  test('say where to report a vulnerability, with an expiry within a year', async () => {
    const { text, headers } = await get('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = text.trim().split('\n');
    const fields = new Map(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    expect(Object.fromEntries(fields)).toMatchObject({
      Contact: expect.stringMatching(/^mailto:\S+@\S+$/) as string,
      Canonical: expect.stringMatching(/^https:\/\/[^/]+\/\.well-known\/security\.txt$/) as string,
      'Preferred-Languages': 'en',
    });
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(365);
  });

  test('say that the site respects Global Privacy Control', async () => {
    const { text, headers } = await get('/.well-known/gpc.json');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({
      gpc: true,
      lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
  });
});
