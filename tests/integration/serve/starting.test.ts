import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

let fixture: FixtureSite;

beforeEach(async () => {
  fixture = await FixtureSite.create({
    'dist/index.html': 'home',
  });
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

describe('starting', () => {
  test('prints one line when the site answers', async () => {
    await using site = await RunningSite.ready(fixture.root);
    expect(await ask(site.port, '/')).toMatchObject({ status: 200, text: 'home' });
    expect(site.output).toBe(`ready on http://localhost:${String(site.port)}\n`);
  });

  test('needs no functions and no 404 page', async () => {
    await using bare = await FixtureSite.create({
      'dist/index.html': 'home',
    });
    await using site = await RunningSite.ready(bare.root);
    expect(await ask(site.port, '/nowhere')).toMatchObject({ status: 404, text: 'Not found' });
  });

  test('says in one sentence that the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as { port: number }).port);
    await using site = new RunningSite(fixture.root, { env: { PORT: port } });
    expect(await site.exit).toEqual({ code: 1, signal: null });
    taken.close();
    expect(site.output).toBe(
      `Port ${port} is in use: set PORT to a free one, as in PORT=8890 npm start.\n`,
    );
  });

  test('says what to run when nothing is built', async () => {
    await using empty = await FixtureSite.create({ 'netlify.toml': '' });
    await using site = new RunningSite(empty.root);
    expect(await site.exit).toEqual({ code: 1, signal: null });
    expect(site.output).toBe(
      'There is no dist folder to serve: run npm run build first, or npm start, which does both.\n',
    );
  });

  test('names the function whose settings it cannot read', async () => {
    await fixture.write({ 'netlify/functions/odd.ts': 'export const config = { path: 7 };' });
    await using site = new RunningSite(fixture.root);
    expect(await site.exit).toEqual({ code: 1, signal: null });
    expect(site.output).toMatch(/odd\.ts/);
    expect(site.output).not.toMatch(/ready/);
  });
});
