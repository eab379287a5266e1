import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

let fixture: FixtureSite;
let site: RunningSite;

beforeAll(async () => {
  fixture = await FixtureSite.create({
    'netlify.toml': '[build]\npublish = "dist"\n',
    'dist/index.html': 'home',
    'netlify/functions/works.ts': `
      export default () => new Response('fine');
      export const config = { path: '/api/works' };
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
  });
  site = await RunningSite.ready(fixture.root);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

describe('a function that fails', () => {
  test.each([
    ['throws', '/api/throws', /The function throws failed:.*hunter2/],
    ['answers nothing', '/api/nothing', /The function nothing failed:.*undefined/],
  ])('answers 500 and keeps the cause for the log when it %s', async (_, path, logged) => {
    const answer = await ask(site.port, path);
    expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/json' } });
    const body = JSON.parse(answer.text) as { error: string };
    expect(body.error).toMatch(/^Something went wrong/);
    expect(answer.text).not.toContain('hunter2');
    await site.says(logged);
  });

  test('fails only its own request', async () => {
    await expect(ask(site.port, '/api/impossible')).rejects.toThrow();
    await site.says(/A response could not be sent/);
    await expect(ask(site.port, '/api/breaks-off')).rejects.toThrow();
    await site.says(/A response could not be sent:.*the store went away/);
    expect(await ask(site.port, '/api/works')).toMatchObject({ status: 200 });
  });

  test('has already answered when its background work fails', async () => {
    expect(await ask(site.port, '/api/fails-later')).toMatchObject({ status: 200, text: 'thanks' });
    await site.says(/Background work of the function fails-later failed:.*the webhook is down/);
    expect(site.stderr).toContain('the webhook is down');
    expect(await ask(site.port, '/api/works')).toMatchObject({ status: 200 });
  });
});
