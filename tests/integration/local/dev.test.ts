import path from 'node:path';
import { expect, test } from 'vitest';
import { freePorts } from '../../../scripts/serve/listen.ts';
import { ask } from '../../support/servers/ask.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const ASTRO = path.resolve('node_modules/.bin/astro');

test('npm run dev serves the functions, without the other services of Netlify’s dev server', async () => {
  const [port = 0] = await freePorts(1);
  const command = [process.execPath, ASTRO, 'dev'] as const;
  await using site = new RunningSite(process.cwd(), {
    command,
    // This one gets no requests, because users who haven't signed in are refused before.
    // Under VITEST, Astro's dev server answers no page.
    env: {
      PORT: String(port),
      FIREBASE_AUTH_EMULATOR_HOST: 'localhost:1',
      WEBHOOK_URL: '',
      VITEST: undefined,
    },
  });
  await site.says(/ready in/);
  expect(await ask(port, '/api/access', { host: 'localhost' })).toMatchObject({
    status: 401,
    text: '{"error":"Please sign in."}',
  });
  const page = { host: 'localhost', headers: { accept: 'text/html' } };
  expect(await ask(port, '/about', page)).toMatchObject({ status: 200 });
  expect(site.output).not.toMatch(/netlify|database|geolocation/i);
}, 120_000);
