import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveSite } from '../../../scripts/serve/serve-site.ts';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite, SERVE_SCRIPT } from '../../support/servers/running-site.ts';

/** Leaves work that begins when the server is told to end, and writes a file when it is done. */
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
const started: RunningSite[] = [];

function start(root = fixture.root, options?: ConstructorParameters<typeof RunningSite>[1]) {
  const site = new RunningSite(root, options);
  started.push(site);
  return site;
}

async function startReady(options?: ConstructorParameters<typeof RunningSite>[1]) {
  const site = start(fixture.root, options);
  await site.ready();
  return site;
}

beforeEach(async () => {
  fixture = await FixtureSite.create({
    'package.json': packageJson,
    'netlify.toml': '[build]\npublish = "dist"\n',
    'dist/index.html': 'home',
    'netlify/functions/lingers.ts': lingers,
    'netlify/functions/never-ends.ts': neverEnds,
  });
});

afterEach(async () => {
  for (const site of started.splice(0)) await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

describe('starting', () => {
  test('prints one line when the site answers', async () => {
    const site = await startReady();
    expect(await ask(site.port, '/')).toMatchObject({ status: 200, text: 'home' });
    expect(site.output).toBe(`ready on http://localhost:${String(site.port)}\n`);
  });

  test('needs no functions and no 404 page', async () => {
    await using bare = await FixtureSite.create({
      'netlify.toml': '[build]\npublish = "dist"\n',
      'dist/index.html': 'home',
    });
    const site = start(bare.root);
    await site.ready();
    expect(await ask(site.port, '/nowhere')).toMatchObject({ status: 404, text: 'Not found' });
  });

  test('changes nothing that is kept in git', async () => {
    const site = await startReady();
    await ask(site.port, '/');
    expect(existsSync(fixture.path('.gitignore'))).toBe(false);
  });

  test.each(['127.0.0.1', '::1'])(
    'says in one sentence that the port is taken at %s',
    async (host) => {
      const taken = createServer().listen(0, host);
      await once(taken, 'listening');
      const port = String((taken.address() as { port: number }).port);
      const site = start(fixture.root, { env: { PORT: port } });
      expect(await site.exit).toEqual({ code: 1, signal: null });
      taken.close();
      expect(site.output).toBe(
        `Port ${port} is in use: set PORT to a free one, as in PORT=8890 npm start.\n`,
      );
    },
  );

  test('refuses an invalid PORT', async () => {
    const site = start(fixture.root, { env: { PORT: 'http' } });
    expect(await site.exit).toEqual({ code: 1, signal: null });
    expect(site.output).toBe('PORT must be a whole number from 0 to 65535, but it is "http".\n');
  });

  test('says what to run when nothing is built', async () => {
    await using empty = await FixtureSite.create({ 'netlify.toml': '' });
    const site = start(empty.root);
    expect(await site.exit).toEqual({ code: 1, signal: null });
    expect(site.output).toBe(
      'There is no dist folder to serve: run npm run build first, or npm start, which does both.\n',
    );
  });

  test('names the function whose settings it cannot read', async () => {
    await fixture.write({ 'netlify/functions/odd.ts': 'export const config = { path: 7 };' });
    const site = start();
    expect(await site.exit).toEqual({ code: 1, signal: null });
    expect(site.output).toMatch(/odd\.ts/);
    expect(site.output).not.toMatch(/ready/);
  });
});

describe('ending', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('finishes background work on %s', async (signal) => {
    const site = await startReady();
    await ask(site.port, '/api/lingers');
    site.signal(signal);
    expect(await site.exit).toEqual({ code: 0, signal: null });
    expect(existsSync(fixture.path('done.txt'))).toBe(true);
    expect(site.stderr).toBe('');
    await expect(ask(site.port, '/')).rejects.toThrow();
  });

  test('is quick when there is no background work, even if a connection stays open', async () => {
    const site = await startReady();
    const origin = `http://localhost:${String(site.port)}`;
    // fetch keeps its connection for the next request.
    await (await fetch(origin)).text();
    site.signal('SIGINT');
    expect(await site.exit).toEqual({ code: 0, signal: null });
  });

  test('counts signals that arrive together as one', async () => {
    const site = await startReady();
    await ask(site.port, '/api/lingers');
    // The system could combine two signals of the same kind into one.
    site.signal('SIGINT');
    site.signal('SIGTERM');
    expect(await site.exit).toEqual({ code: 0, signal: null });
    expect(existsSync(fixture.path('done.txt'))).toBe(true);
  });

  test('counts one Ctrl-C as one, although npm forwards it', async () => {
    const site = await startReady({ command: ['npm', 'start'] });
    await ask(site.port, '/api/lingers');
    site.signalGroup('SIGINT');
    await site.exit;
    expect(existsSync(fixture.path('done.txt'))).toBe(true);
  });

  test('leaves no process running when only npm gets the signal', async () => {
    const site = await startReady({ command: ['npm', 'start'] });
    site.signal('SIGTERM');
    await site.exit;
    await expect(ask(site.port, '/')).rejects.toThrow();
  });

  test('happens at once on a second Ctrl-C', async () => {
    const site = await startReady();
    await ask(site.port, '/api/never-ends');
    site.signal('SIGINT');
    await site.says(/Finishing background work/);
    const again = setInterval(() => {
      site.signal('SIGINT');
    }, 100);
    const exit = await site.exit;
    clearInterval(again);
    expect(exit).toEqual({ code: 1, signal: null });
  });

  test('gives up on work and answers that never end', async () => {
    await fixture.write({
      'netlify/functions/silent.ts': `
        export default () => new Response(new ReadableStream());
        export const config = { path: '/api/silent' };
      `,
    });
    const server = await serveSite({ root: fixture.root, port: 0, patience: 1 });
    await ask(server.port, '/api/never-ends');
    const silent = await fetch(`http://localhost:${String(server.port)}/api/silent`);
    const [body] = await Promise.allSettled([silent.text(), server.close()]);
    expect(body.status).toBe('rejected');
    await expect(ask(server.port, '/')).rejects.toThrow();
  });
});
