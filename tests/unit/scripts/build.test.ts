import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { json } from '../../../functions/http/answer.ts';
import { editorConfig } from '../../../scripts/build/editor.ts';
import { headersFile } from '../../../scripts/build/headers-file.ts';
import { buildSettings } from '../../../scripts/build/settings.ts';
import { bundled } from '../../../scripts/serve/functions-host.ts';
import { parsePort } from '../../../scripts/serve/listen.ts';
import { published } from '../../../scripts/serve/serve-site.ts';
import { directives } from '../../support/servers/ask.ts';

const form = '<form action="/api/submit-contact"></form>';

const pages = new Map([
  ['404.html', '<style>h1{}</style>'],
  ['admin.html', ''],
  ['admin/audit.html', ''],
  ['admin/report.html', ''],
  ['auth.html', ''],
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
    // Functions must send the same header, because the last response counts.
    vi.stubEnv('HSTS', 'preload');
    expect(json(200, {}).headers.get('strict-transport-security')).toBe(preload);
    vi.unstubAllEnvs();
    expect(json(200, {}).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('allow calls to Google on staff pages only, and only with real accounts', async () => {
    const real = await rulesOf({ PUBLIC_FIREBASE_API_KEY: 'key' });
    const google = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
    for (const path of ['/auth', '/admin', '/admin/audit', '/admin/report']) {
      expect(callsOf(real, path), path).toEqual([`'self'`, ...google]);
      expect(callsOf(await rulesOf(), path), path).toEqual([`'self'`]);
    }
    for (const path of ['/contact', '/', '/*'])
      expect(callsOf(real, path), path).toEqual([`'self'`]);
  });
});

interface Field {
  name: string;
  fields?: Field[];
  field?: Field;
}

function missing(value: unknown, { name, fields, field }: Field): string[] {
  if (Array.isArray(value)) {
    const item = { name, ...(fields ? { fields } : field) };
    return value.flatMap((it) => missing(it, item));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const known = fields?.find((field) => field.name === key);
    return known ? missing(item, known) : `${name}.${key}`;
  });
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { collections } = editorConfig({});

test('at /edit, each file of site/ except legal texts and the consent record has a field for each of its values', () => {
  const forms = collections.flatMap(({ files = [] }) =>
    files.map(({ file, fields }) => ({ file, name: file, fields: fields as unknown as Field[] })),
  );
  for (const entry of forms) expect(missing(read(entry.file), entry), entry.file).toEqual([]);
  const trades = collections.find(({ folder }) => folder)?.fields as unknown as Field[];
  const pages = globSync('site/industries/*.json');
  for (const page of pages)
    expect(missing(read(page), { name: page, fields: trades }), page).toEqual([]);
  const edited = [...forms.map(({ file }) => file), ...pages].toSorted();
  const record = ['consent', 'earlier-consents', 'published'].map((it) => `site/${it}.json`);
  const all = globSync('site/{.,pages,industries}/*.json', { exclude: record });
  expect(edited).toEqual(all.toSorted());
});

test('/edit commits to the repository that Netlify names, and edits a copy in the browser without one', () => {
  const env = { REPOSITORY_URL: 'https://github.com/an-owner/site', BRANCH: 'live' };
  expect(editorConfig(env).backend).toEqual({
    name: 'github',
    repo: 'an-owner/site',
    branch: 'live',
  });
  expect(editorConfig({}).backend).toEqual({ name: 'test-repo' });
});

const settings = readFileSync('netlify.toml', 'utf8');

test('the server serves the pages that a deploy publishes', () => {
  expect(/^ *publish = "(.+)"$/m.exec(settings)?.[1]).toBe(published);
});

test('a deploy takes the functions from the folder that they are bundled into', () => {
  expect(/^ *functions = "(.+)"$/m.exec(settings)?.[1]).toBe(bundled);
});

test.each([
  [undefined, 8888],
  ['', 8888],
  ['0', 0],
  ['8890', 8890],
  ['65535', 65_535],
])('PORT=%s is port %i', (value, port) => {
  expect(parsePort(value)).toBe(port);
});

test.each(['http', '-1', '65536', '80.5', ' 80', '0x50', '1e3'])(
  'the server refuses PORT=%s',
  (value) => expect(() => parsePort(value)).toThrow(`but it is "${value}".`),
);

test('netlify.toml has no header, because the build writes them', () => {
  expect(settings).not.toContain('[[headers]]');
});

test.each([
  [{}, undefined, undefined],
  [{ SITE_URL: '', URL: '', PORT: '' }, undefined, undefined],
  [{ URL: 'https://name.netlify.app' }, 'https://name.netlify.app', undefined],
  [
    { SITE_URL: 'https://www.example.com', URL: 'https://name.netlify.app', PORT: '0' },
    'https://www.example.com',
    0,
  ],
])('a build with %j takes the site’s address and port from there', (env, site, port) => {
  expect(buildSettings(env)).toEqual({ site, port });
});

test.each([
  ['SITE_URL', 'www.example.com'],
  ['URL', 'ftp://www.example.com'],
])('a build with a wrong %s ends with a sentence that names it', (name, value) => {
  expect(() => buildSettings({ [name]: value })).toThrow(
    `${name} must be a full address, as in https://www.example.com, but it is "${value}".`,
  );
});

test.each([
  ['HSTS', 'on', '"preload" or not set', ['', 'preload']],
  ['STAFF_SIGN_UP', 'no', '"off", "on" or not set', ['', 'off', 'on']],
])('a build with %s=%s ends with a sentence that names its values', (name, wrong, words, right) => {
  for (const fine of right) expect(() => buildSettings({ [name]: fine })).not.toThrow();
  expect(() => buildSettings({ [name]: wrong })).toThrow(
    `${name} must be ${words}, but it is "${wrong}".`,
  );
});

test('a build with a wrong PORT ends with an error that names PORT', () => {
  expect(() => buildSettings({ PORT: 'abc' })).toThrow(/^PORT must be a whole number/);
  expect(() => buildSettings({ RETENTION_DAYS: '7' })).toThrow(/^RETENTION_DAYS must be/);
});
