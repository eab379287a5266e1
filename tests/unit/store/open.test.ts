import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../functions/store/open.ts';

test('the store is a file in its folder, which is made if it is missing', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'open-store-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true });
  });
  const folder = join(parent, 'a', 'b');
  const store = await openStore({ engine: 'sqlite', folder }, console.log);
  expect(readdirSync(folder)).toContain('leadwright.db');
  expect(await store.get('')).toBeUndefined();
  await store.close();
});

test('the store is Firestore where that is set, and asks nothing before the first call', async () => {
  const connection = { projectId: 'demo-open', emulatorHost: '127.0.0.1:9' };
  const store = await openStore({ engine: 'firestore', connection }, console.log);
  expect(await store.get('')).toBeUndefined();
  await store.close();
});
