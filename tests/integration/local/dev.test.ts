import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePorts } from '../../../scripts/serve/listen.ts';
import { ask } from '../../support/servers/ask.ts';
import { RunningSite } from '../../support/servers/running-site.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';

const ASTRO = path.resolve('node_modules/.bin/astro');

test('npm run dev takes its port or none, and serves the functions without Netlify’s other services', async () => {
  const [port = 0] = await freePorts(1);
  const command = [process.execPath, ASTRO, 'dev'] as const;
  const env = {
    PORT: String(port),
    DATA_DIR: await aFolder(),
    // This one gets no requests, because users who haven't signed in are refused before.
    FIREBASE_AUTH_EMULATOR_HOST: 'localhost:1',
    WEBHOOK_URL: '',
    // With it, Astro's dev server answers no page.
    VITEST: undefined,
  };
  const start = () => new RunningSite(process.cwd(), { command, env });

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
  expect(site.output).not.toMatch(/netlify|database|geolocation/i);
}, 120_000);
