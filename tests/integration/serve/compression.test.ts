import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersFile } from '../../../scripts/build/headers-file.ts';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const about = `<h1>About</h1>${'<p>Plain words.</p>'.repeat(100)}`;
const photo = Buffer.alloc(4096, 7);

let fixture: FixtureSite;
let site: RunningSite;

beforeAll(async () => {
  fixture = await FixtureSite.create({
    'netlify.toml': '[build]\npublish = "dist"\n',
    'dist/_headers': await headersFile({ pages: new Map(), realAccounts: false }),
    'dist/about.html': about,
    'dist/404.html': '<h1>Not here</h1>',
    'dist/photo.png': photo,
    'dist/_astro/site.abc123.css': 'p { margin: 0 }'.repeat(100),
  });
  site = await RunningSite.ready(fixture.root);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

describe('compression', () => {
  const accept = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

  test('prefers brotli and unpacks to the same page', async () => {
    const answer = await ask(site.port, '/about', accept('gzip, deflate, br, zstd'));
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(about.length / 10);
    expect(brotliDecompressSync(answer.bytes).toString()).toBe(about);
  });

  test('is left out for whoever doesn’t take brotli', async () => {
    const plain = await ask(site.port, '/about', accept('gzip, deflate'));
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain).toMatchObject({ text: about, headers: { vary: 'Accept-Encoding' } });
  });

  test('covers styles and the 404 page, and leaves pictures as they are', async () => {
    const styles = await ask(site.port, '/_astro/site.abc123.css', accept('br'));
    expect(styles.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const missing = await ask(site.port, '/nowhere', accept('br'));
    expect(missing).toMatchObject({ status: 404, headers: { 'content-encoding': 'br' } });
    const picture = await ask(site.port, '/photo.png', accept('br'));
    expect(picture.headers).not.toHaveProperty('content-encoding');
    expect(picture.headers).not.toHaveProperty('vary');
    expect(picture.bytes.equals(photo)).toBe(true);
  });
});
