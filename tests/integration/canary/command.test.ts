import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { aFolder } from '../../support/worlds/each-engine.ts';

/** A site without a contact page, and the paths that were asked for. */
async function emptySite() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(404).end();
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, port: (server.address() as AddressInfo).port };
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  // A folder without the developer's own .env.
  const cwd = await aFolder();
  const child = execFile(process.execPath, [path.resolve('scripts/canary.ts'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, DATA_DIR: cwd, ...env },
  });
  let printed = '';
  for (const it of [child.stdout, child.stderr])
    it?.on('data', (text) => (printed += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

test('npm run canary prints its steps and the one that failed, and ends with 1', async () => {
  const { asked, port } = await emptySite();
  const site = `http://localhost:${String(port)}`;
  expect(await run([], { SITE_URL: site })).toEqual({
    code: 1,
    printed: `Fetch ${site}/contact.\nThe contact page answers 404.\n`,
  });
  expect(asked).toEqual(['/contact']);
});

test('npm run canary visits no site whose store is another one', async () => {
  const { code, printed } = await run([], { SITE_URL: 'https://site.invalid' });
  expect(printed).toMatch(/^https:\/\/site\.invalid has another store than this machine.+\.\n$/);
  expect(code).toBe(1);
});
