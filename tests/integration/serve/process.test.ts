import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFunctions } from '../../../scripts/serve/functions-host.ts';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';
import { patienceMs, requireBuild, serveSite } from '../../../scripts/serve/serve-site.ts';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite, SERVE_SCRIPT } from '../../support/servers/running-site.ts';

/** Leaves work that starts when the server is told to end, and writes a file when it is done. */
const lingers = `
  import { writeFile } from 'node:fs/promises';
  import { setTimeout } from 'node:timers/promises';
  import { once } from 'node:events';

  async function work() {
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await setTimeout(100);
    await writeFile('done.txt', 'yes');
  }
  export default (_: Request, context: { waitUntil(it: Promise<unknown>): void }) => {
    context.waitUntil(work());
    return new Response('thanks');
  };
  export const config = { path: '/api/lingers' };
`;

const neverEnds = `
  export default (_: Request, context: { waitUntil(it: Promise<unknown>): void }) => {
    context.waitUntil(new Promise(() => {}));
    return new Response('thanks');
  };
  export const config = { path: '/api/never-ends' };
`;

/** The site's own commands, on an existing build. */
const scripts = {
  ...(JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> })
    .scripts,
  build: 'true',
};
const packageJson = JSON.stringify({ type: 'module', scripts }).replaceAll(
  'node scripts/start.ts',
  `'${process.execPath}' '${SERVE_SCRIPT}'`,
);

let fixture: FixtureSite;

beforeEach(async () => {
  fixture = await FixtureSite.create({
    'package.json': packageJson,
    'dist/index.html': 'home',
    'netlify/functions/lingers.ts': lingers,
    'netlify/functions/never-ends.ts': neverEnds,
  });
  return () => fixture[Symbol.asyncDispose]();
});

describe('starting', () => {
  test('prints one line when the site answers, and needs no functions and no 404 page', async () => {
    await using bare = await FixtureSite.create({ 'dist/index.html': 'home' });
    await using site = await RunningSite.ready(bare.root);
    expect(await ask(site.port, '/')).toMatchObject({ status: 200, text: 'home' });
    expect(await ask(site.port, '/nowhere')).toMatchObject({ status: 404, text: 'Not found' });
    expect(site.output).toBe(`ready on http://localhost:${String(site.port)}\n`);
  });

  test('says in one sentence that the port is taken', async () => {
    const occupied = createServer();
    const port = String(await listenOnLocalhost(occupied, 0));
    await using site = new RunningSite(fixture.root, { env: { PORT: port } });
    expect(await site.exit).toEqual({ code: 1, signal: null });
    occupied.close();
    expect(site.output).toBe(
      `Port ${port} is in use: set PORT to a free one, as in PORT=8890 npm start.\n`,
    );
  });

  test('says what to run if the build is missing', () => {
    expect(() => requireBuild(fixture.path('netlify'))).toThrow(
      'There is no dist folder to serve: run npm run build first, or npm start, which does both.',
    );
  });
});

describe('ending', () => {
  test('finishes background work', async () => {
    await using site = await RunningSite.ready(fixture.root);
    await ask(site.port, '/api/lingers');
    site.signal('SIGTERM');
    expect(await site.exit).toEqual({ code: 0, signal: null });
    expect(existsSync(fixture.path('done.txt'))).toBe(true);
    expect(site.stderr).toBe('');
    await expect(ask(site.port, '/')).rejects.toThrow();
  });

  test('treats one Ctrl-C as one, although npm forwards it', async () => {
    await using site = await RunningSite.ready(fixture.root, { command: ['npm', 'start'] });
    await ask(site.port, '/api/lingers');
    site.signalGroup('SIGINT');
    await site.exit;
    expect(existsSync(fixture.path('done.txt'))).toBe(true);
  });

  test('is quick without background work, even with an open connection, or if only npm gets the signal', async () => {
    await using site = await RunningSite.ready(fixture.root, { command: ['npm', 'start'] });
    // fetch keeps its connection for the next request.
    await (await fetch(site.address)).text();
    const began = performance.now();
    site.signal('SIGTERM');
    await site.exit;
    expect(performance.now() - began).toBeLessThan(patienceMs / 2);
    await expect(ask(site.port, '/')).rejects.toThrow();
  });

  test('happens at once on a second Ctrl-C', async () => {
    await using site = await RunningSite.ready(fixture.root);
    await ask(site.port, '/api/never-ends');
    site.signal('SIGINT');
    await site.says(/Finishing background work/);
    const again = setInterval(() => site.signal('SIGINT'), 100);
    const exit = await site.exit;
    clearInterval(again);
    expect(exit).toEqual({ code: 1, signal: null });
  });

  test('gives up on work and responses that never end', async () => {
    await fixture.write({
      'netlify/functions/silent.ts': `
        export default () => new Response(new ReadableStream());
        export const config = { path: '/api/silent' };
      `,
    });
    const server = await serveSite(fixture.root, 0, await openFunctions(fixture.root), 1);
    await ask(server.port, '/api/never-ends');
    const silent = ask(server.port, '/api/silent');
    const [answer] = await Promise.allSettled([silent, server.close()]);
    expect(answer.status).toBe('rejected');
    await expect(ask(server.port, '/')).rejects.toThrow();
  });
});
