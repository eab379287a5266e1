import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersFile } from '../../../scripts/build/headers-file.ts';
import { ask, askRaw } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const about = '<h1>About</h1>';
const notFound = '<h1>Not here</h1>';
const secret = 'not for visitors';

const pages = {
  'index.html': '<h1>Home</h1>',
  'about.html': about,
  'admin.html': '<meta name="robots" content="noindex"><h1>Admin</h1>',
  '404.html': notFound,
};

let fixture: FixtureSite;
let site: RunningSite;

beforeAll(async () => {
  fixture = await FixtureSite.create({
    // The settings under test are the site's own.
    'netlify.toml': await readFile(path.resolve('netlify.toml')),
    'dist/_headers': await headersFile({
      pages: new Map(Object.entries(pages)),
      realAccounts: false,
    }),
    'secret.txt': secret,
    ...Object.fromEntries(Object.entries(pages).map(([name, html]) => [`dist/${name}`, html])),
    'dist/evil.example.html': '<h1>A page with the name of a host</h1>',
    'dist/guides/index.html': '<h1>Guides</h1>',
  });
  site = await RunningSite.ready(fixture.root);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

describe('a page', () => {
  test('answers at its path without a redirect', async () => {
    expect(await ask(site.port, '/about')).toMatchObject({ status: 200, text: about });
    expect(await ask(site.port, '/')).toMatchObject({ status: 200, text: '<h1>Home</h1>' });
    expect(await ask(site.port, '/about.html')).toMatchObject({ status: 200, text: about });
  });

  test('has the type and the headers that the build gives it', async () => {
    const { headers } = await ask(site.port, '/about');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-robots-tag');
    expect((await ask(site.port, '/admin')).headers).toMatchObject({ 'x-robots-tag': 'noindex' });
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const whole = await ask(site.port, '/about');
    const head = await ask(site.port, '/about', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'refuses %s and says which methods it accepts',
    async (method) => {
      const answer = await ask(site.port, '/about', { method });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(await ask(site.port, '/nowhere', { method })).toMatchObject({ status: 404 });
    },
  );

  test('is reached at localhost', async () => {
    const answer = await ask(site.port, '/about', { host: 'localhost' });
    expect(answer).toMatchObject({ status: 200 });
  });
});

describe('a slash at the end', () => {
  test('redirects to the page without it, and keeps the query', async () => {
    expect(await ask(site.port, '/about/')).toMatchObject({
      status: 301,
      headers: { location: '/about' },
    });
    expect(await ask(site.port, '/about/?from=ad&q=%2F')).toMatchObject({
      status: 301,
      headers: { location: '/about?from=ad&q=%2F' },
    });
  });

  test('stays on the path of a folder', async () => {
    const answer = await ask(site.port, '/guides/');
    expect(answer).toMatchObject({ status: 200, text: '<h1>Guides</h1>' });
  });

  test('gets a 404 when there is no such page', async () => {
    expect(await ask(site.port, '/nowhere/')).toMatchObject({ status: 404, text: notFound });
  });

  test.each(['//evil.example/', '/\\evil.example/', '///evil.example/', '//about/', '/.//about/'])(
    'never redirects %s to another host',
    async (target) => {
      const answer = await ask(site.port, target);
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty('location');
    },
  );
});

describe('an unknown path', () => {
  test.each([
    '/nowhere',
    '/tree-service/nope',
    '/_astro/gone.css',
    '/404',
    '/404/',
    '/x'.repeat(4000),
  ])('shows the 404 page with status 404: %.40s', async (target) => {
    const answer = await ask(site.port, target);
    expect(answer).toMatchObject({ status: 404, text: notFound });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/a/..%5c..%5csecret.txt',
    '/..%252fsecret.txt',
  ])('never leaves the published folder: %s', async (target) => {
    const answer = await ask(site.port, target);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(secret);
  });
});

describe('a malformed request', () => {
  test.each(['/%E0%A4%A', '/%', '/about%00.html', '/%ff'])(
    'is answered 400: %s',
    async (target) => {
      expect(await ask(site.port, target)).toMatchObject({ status: 400 });
    },
  );

  test.each([
    ['a null byte', 'GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'another site in its target',
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
      400,
    ],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a path in its host', 'GET / HTTP/1.1\r\nHost: localhost/x\r\n\r\n', 400],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['the method TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'a path that is far too long',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      431,
    ],
  ])('is answered in kind: %s', async (_, bytes, status) => {
    expect(await askRaw(site.port, bytes)).toBe(status);
  });

  test('does not stop the server', async () => {
    expect(await ask(site.port, '/about')).toMatchObject({ status: 200 });
    expect(site.stderr).toBe('');
  });
});
