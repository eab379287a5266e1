import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../support/servers/local-server.ts';
import { ask } from '../../support/servers/ask.ts';
import { RunningSite } from '../../support/servers/running-site.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';

const files = ['astro.config.mjs', 'package.json', 'tsconfig.json', 'netlify.toml'];
const ASTRO = path.resolve('node_modules/.bin/astro');

test('npm run dev uses the given port or fails, serves the functions, and shows edits', async () => {
  const port = await freePort();
  const command = [process.execPath, ASTRO, 'dev'] as const;
  const copy = await aFolder();
  for (const name of ['site', 'src', 'public', 'functions', 'netlify', 'scripts', ...files])
    cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  const env = {
    PORT: String(port),
    DATA_DIR: await aFolder(),
    // No server listens here. Calls without a session are refused before the emulator is asked.
    FIREBASE_AUTH_EMULATOR_HOST: 'localhost:1',
    WEBHOOK_URL: '',
    STAFF_SIGN_UP: 'off',
    // With this setting, Astro's dev server answers no page.
    VITEST: undefined,
  };
  const start = () => new RunningSite(copy, { command, env });

  const other = createServer().listen(port, 'localhost');
  await once(other, 'listening');
  await using refused = start();
  expect(await refused.exit).toMatchObject({ code: 1 });
  expect(refused.output).toContain(`Port ${port} is already in use`);
  other.close();

  await using site = start();
  await site.says(/ready in/);
  expect(await ask(port, '/api/access', { host: 'localhost' })).toMatchObject({
    status: 401,
    text: '{"error":"Please sign in."}',
  });
  const page = { host: 'localhost', headers: { accept: 'text/html' } };
  expect(await ask(port, '/about', page)).toMatchObject({ status: 200 });
  const { text: card } = await ask(port, '/auth', page);
  expect(card).toMatch(/id="toggle"[^>]* hidden/);
  expect(card).toContain('Sign-up is closed here.');

  const words = path.join(copy, 'site/pages/about.json');
  writeFileSync(words, readFileSync(words, 'utf8').replace('About us', 'About all of us'));
  await vi.waitFor(
    async () => {
      expect((await ask(port, '/about', page)).text).toContain('About all of us');
    },
    { timeout: 30_000, interval: 200 },
  );
}, 120_000);
