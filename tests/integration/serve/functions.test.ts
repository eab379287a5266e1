import { describe, expect, test } from 'vitest';
import { serving } from '../../support/servers/local-site.ts';

const { ask, site } = serving(() => ({
  'netlify.toml': `
      [build]
      publish = "dist"
      [[headers]]
      for = "/*"
      [headers.values]
      X-From-Settings = "yes"
    `,
  'dist/404.html': 'not found',
  'dist/api/echo.html': 'a file in the way',
  'netlify/functions/echo.ts': `
      let calls = 0;
      export default async (request: Request, context: { ip: string }) =>
        Response.json({
          calls: ++calls,
          ip: context.ip,
          method: request.method,
          url: request.url,
          headers: Object.fromEntries(request.headers),
          body: await request.text(),
        });
      export const config = { path: '/api/echo' };
    `,
  'netlify/functions/read-only.ts': `
      export default () => new Response('read');
      export const config = { path: '/api/read-only' };
    `,
  'netlify/functions/cookies.ts': `
      export default () => {
        const headers = new Headers({ Location: '/thanks' });
        headers.append('Set-Cookie', 'a=1');
        headers.append('Set-Cookie', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT');
        return new Response(null, { status: 303, headers });
      };
      export const config = { path: '/api/cookies' };
    `,
  'netlify/functions/refuses.ts': `
      export default async (request: Request) => {
        await request.body?.cancel();
        return new Response('too large', { status: 413 });
      };
      export const config = { path: '/api/refuses' };
    `,
  'netlify/functions/ticks.ts': `
      export default () => new Response('tick');
      export const config = { schedule: '* * * * *' };
    `,
  'netlify/functions/throws.ts': `
      export default () => { throw new Error('the password is hunter2'); };
      export const config = { path: '/api/throws' };
    `,
  'netlify/functions/nothing.ts': `
      export default () => undefined;
      export const config = { path: '/api/nothing' };
    `,
  'netlify/functions/impossible.ts': `
      export default () => Response.error();
      export const config = { path: '/api/impossible' };
    `,
  'netlify/functions/fails-later.ts': `
      export default (_: Request, context: { waitUntil(it: Promise<unknown>): void }) => {
        context.waitUntil(Promise.reject(new Error('the webhook is down')));
        return new Response('thanks');
      };
      export const config = { path: '/api/fails-later' };
    `,
  'netlify/functions/breaks-off.ts': `
      export default () => new Response(new ReadableStream({
        start(out) { out.enqueue(new TextEncoder().encode('half')); },
        pull(out) { out.error(new Error('the store went away')); },
      }));
      export const config = { path: '/api/breaks-off' };
    `,
}));

const echo = async (question: Parameters<typeof ask>[1] = {}, path = '/api/echo') =>
  JSON.parse((await ask(path, question)).text) as Record<string, unknown>;

describe('a function', () => {
  test('gets the request unchanged', async () => {
    const question = { method: 'POST', body: '{"name":"Ann"}', headers: { 'x-note': 'kept' } };
    expect(await echo(question, '/api/echo?q=1')).toMatchObject({
      method: 'POST',
      body: '{"name":"Ann"}',
      url: `http://127.0.0.1:${String(site().port)}/api/echo?q=1`,
      headers: { 'x-note': 'kept' },
    });
  });

  test('answers at its path, before any file, in any case, with or without a slash', async () => {
    for (const path of ['/api/echo', '/API/Echo', '/api/echo/']) {
      expect(await echo({}, path), path).toMatchObject({ method: 'GET' });
    }
    expect(await ask('/api/echoX')).toMatchObject({ status: 404 });
    expect(await ask('/.netlify/functions/echo')).toMatchObject({ status: 404 });
  });

  test('is loaded once and stays warm', async () => {
    const first = await echo();
    const second = await echo();
    expect(Number(second['calls'])).toBe(Number(first['calls']) + 1);
  });

  test('has no public address if only a schedule calls it', async () => {
    expect(await ask('/.netlify/functions/ticks')).toMatchObject({ status: 404 });
  });

  test('sets its own headers, because those of netlify.toml are for files', async () => {
    const fromFunction = await ask('/api/read-only');
    expect(fromFunction.headers).not.toHaveProperty('x-from-settings');
    const fromFile = await ask('/nowhere');
    expect(fromFile.headers).toMatchObject({ 'x-from-settings': 'yes' });
  });

  test('sends its status, redirect and every cookie', async () => {
    expect(await ask('/api/cookies')).toMatchObject({
      status: 303,
      headers: {
        location: '/thanks',
        'set-cookie': ['a=1', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
      },
    });
  });
});

test('a refusal before the whole request is read does not break the next request', async () => {
  const { port } = site();
  const send = { method: 'POST', body: 'x'.repeat(200_000) };
  for (let times = 0; times < 4; times++)
    expect(await fetch(`http://127.0.0.1:${port}/api/refuses`, send)).toMatchObject({
      status: 413,
    });
});

test('a visitor’s address never comes from a header', async () => {
  const claims = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-nf-client-connection-ip',
    'client-ip',
    'x-client-ip',
    'true-client-ip',
    'x-cluster-client-ip',
    'fastly-client-ip',
    'cf-connecting-ip',
    'via',
  ];
  const headers = Object.fromEntries(claims.map((name) => [name, '203.0.113.7']));
  const seen = await echo({ headers });
  expect(seen).toMatchObject({ ip: '127.0.0.1' });
  expect(JSON.stringify(seen)).not.toContain('203.0.113.7');
});

describe('a function that fails', () => {
  test.each([
    ['throws', '/api/throws', /The function throws failed:.*hunter2/],
    ['answers nothing', '/api/nothing', /The function nothing failed:.*undefined/],
  ])('answers 500 and keeps the cause for the log when it %s', async (_, path, logged) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/json' } });
    const body = JSON.parse(answer.text) as { error: string };
    expect(body.error).toMatch(/^Something went wrong/);
    expect(answer.text).not.toContain('hunter2');
    await site().says(logged);
  });

  test('fails only its own request', async () => {
    await expect(ask('/api/impossible')).rejects.toThrow();
    await site().says(/A response could not be sent/);
    await expect(ask('/api/breaks-off')).rejects.toThrow();
    await site().says(/A response could not be sent:.*the store went away/);
    expect(await ask('/api/read-only')).toMatchObject({ status: 200 });
  });

  test('has already answered when its background work fails', async () => {
    expect(await ask('/api/fails-later')).toMatchObject({ status: 200, text: 'thanks' });
    await site().says(/Background work of the function fails-later failed:.*the webhook is down/);
    expect(site().stderr).toContain('the webhook is down');
    expect(await ask('/api/read-only')).toMatchObject({ status: 200 });
  });
});
