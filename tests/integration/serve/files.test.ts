import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { askRaw } from '../../support/servers/ask.ts';
import { serving } from '../../support/servers/local-site.ts';

const about = '<h1>About</h1>';
const notFound = '<h1>Not here</h1>';
const long = `<h1>About</h1>${'<p>Plain words.</p>'.repeat(100)}`;
const photo = Buffer.alloc(4096, 7);
const secret = 'not for visitors';

const { ask, site } = serving(() => ({
  // The settings under test are the site's own.
  'netlify.toml': readFileSync('netlify.toml'),
  'secret.txt': secret,
  'dist/index.html': '<h1>Home</h1>',
  'dist/about.html': about,
  'dist/404.html': notFound,
  'dist/evil.example.html': '<h1>A page with the name of a host</h1>',
  'dist/guides/index.html': '<h1>Guides</h1>',
  'dist/long.html': long,
  'dist/photo.png': photo,
  'dist/_astro/site.abc123.css': 'p { margin: 0 }'.repeat(100),
}));

describe('a page', () => {
  test('answers at its path without a redirect', async () => {
    expect(await ask('/about')).toMatchObject({ status: 200, text: about });
    expect(await ask('/')).toMatchObject({ status: 200, text: '<h1>Home</h1>' });
    expect(await ask('/about.html')).toMatchObject({ status: 200, text: about });
    expect(await ask('/about', { host: 'localhost' })).toMatchObject({ status: 200 });
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const whole = await ask('/about');
    const head = await ask('/about', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'refuses %s and says which methods it accepts',
    async (method) => {
      const answer = await ask('/about', { method });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(await ask('/nowhere', { method })).toMatchObject({ status: 404 });
    },
  );
});

describe('a slash at the end', () => {
  test('redirects to the page without it, and keeps the query', async () => {
    expect(await ask('/about/?from=ad&q=%2F')).toMatchObject({
      status: 301,
      headers: { location: '/about?from=ad&q=%2F' },
    });
  });

  test('stays on the path of a folder', async () => {
    const answer = await ask('/guides/');
    expect(answer).toMatchObject({ status: 200, text: '<h1>Guides</h1>' });
  });

  test.each(['//evil.example/', '/\\evil.example/', '///evil.example/', '//about/', '/.//about/'])(
    'never redirects %s to another host',
    async (target) => {
      const answer = await ask(target);
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty('location');
    },
  );
});

test.each(['/dispute', '/dispute/', '/disputed'])(
  '%s leads to what a customer pays for, and keeps the query',
  async (path) => {
    expect(await ask(`${path}?from=ad`)).toMatchObject({
      status: 301,
      headers: { location: '/pricing?from=ad#what-you-pay-for' },
    });
  },
);

describe('an unknown path', () => {
  test.each([
    '/nowhere',
    '/tree-service/nope',
    '/_astro/gone.css',
    '/404',
    '/404/',
    '/x'.repeat(4000),
  ])('shows the 404 page with status 404: %.40s', async (target) => {
    expect(await ask(target)).toMatchObject({ status: 404, text: notFound });
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/a/..%5c..%5csecret.txt',
    '/..%252fsecret.txt',
  ])('never leaves the published folder: %s', async (target) => {
    const answer = await ask(target);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(secret);
  });
});

describe('a malformed request', () => {
  test.each(['/%E0%A4%A', '/%', '/about%00.html', '/%ff'])(
    'is answered 400: %s',
    async (target) => {
      expect(await ask(target)).toMatchObject({ status: 400 });
    },
  );

  test.each([
    ['another site in its target', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a path in its host', 'GET / HTTP/1.1\r\nHost: localhost/x\r\n\r\n'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['the method TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('is answered 400 if it has %s', async (_, bytes) => {
    expect(await askRaw(site().port, bytes)).toBe(400);
  });
});

describe('compression', () => {
  const accept = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

  test('prefers brotli and unpacks to the same page', async () => {
    const answer = await ask('/long', accept('gzip, deflate, br, zstd'));
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(long.length / 10);
    expect(brotliDecompressSync(answer.bytes).toString()).toBe(long);
  });

  test('is left out for clients that do not accept brotli', async () => {
    const plain = await ask('/long', accept('gzip, deflate'));
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain).toMatchObject({ text: long, headers: { vary: 'Accept-Encoding' } });
  });

  test('covers styles and the 404 page, and leaves images alone', async () => {
    const styles = await ask('/_astro/site.abc123.css', accept('br'));
    expect(styles.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/css; charset=utf-8',
    });
    const missing = await ask('/nowhere', accept('br'));
    expect(missing).toMatchObject({ status: 404, headers: { 'content-encoding': 'br' } });
    const picture = await ask('/photo.png', accept('br'));
    expect(picture.headers).not.toHaveProperty('content-encoding');
    expect(picture.headers).not.toHaveProperty('vary');
    expect(picture.bytes.equals(photo)).toBe(true);
  });
});
