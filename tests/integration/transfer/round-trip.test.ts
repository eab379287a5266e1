import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { firstMisfit } from '../../../src/shared/audit.ts';
import { collect } from '../../support/builders/many-leads.ts';
import {
  aFolder,
  firestoreEngine,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import {
  firstDifference,
  runTransfer,
  pipe,
  withoutLease,
} from '../../support/servers/transfer.ts';

const emulatorHost = inject('firestoreHost') ?? '';

/** Megabytes. Firestore's library takes 45 by itself; all records at once would take 70 more. */
const heaps = { SQLite: 32, Firestore: 80 };

const exported = /^Exported 10000 submissions, 200 tombstones, 3 roles, 7 entries .+, 3 opt-outs/m;
const stored =
  /^Stored 10000 submissions, 200 tombstones, 3 roles, 7 entries .+, 3 opt-outs; 0 were here/m;

describe.skipIf(emulatorHost === '')('10,000 submissions', () => {
  test('survive the way from SQLite to Firestore and back, in little memory', async () => {
    const folder = await aFolder();
    const [begin, cloud, end] = [
      await sqliteEngine(),
      firestoreEngine(emulatorHost),
      await sqliteEngine(),
    ];
    await collect(begin.open(), 10_000);
    const files = ['begin', 'cloud', 'end'].map((it) => join(folder, `${it}.jsonl`));

    let before: string | undefined;
    for (const [i, engine] of [begin, cloud, end].entries()) {
      const file = files[i] ?? '';
      const heap = heaps[engine === cloud ? 'Firestore' : 'SQLite'];
      if (before !== undefined) {
        const taken = await runTransfer('import', before, engine, { heap });
        expect(taken).toMatchObject({ code: 0, said: expect.stringMatching(stored) as string });
        expect(taken.said).toMatch(/^\d+ submissions wait for delivery, and this site will/m);
      }
      const given = await runTransfer('export', file, engine, { heap });
      expect(given).toMatchObject({ code: 0, said: expect.stringMatching(exported) as string });
      if (before !== undefined) expect(await firstDifference(before, file)).toBeUndefined();
      before = file;
    }
    for (const engine of [cloud, end]) await expectWhole(engine);
  }, 600_000);
});

async function expectWhole(engine: Engine): Promise<void> {
  const store = engine.open();
  const { entries, head } = await store.audit({ limit: 50 });
  expect(entries).toHaveLength(7);
  expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
  expect(await store.hasRole('u1', 'admin')).toBe(true);
}

test('export and import use the store that the file after --env names', async () => {
  const [one, other] = [await sqliteEngine(), await sqliteEngine()];
  await collect(one.open(), 10);
  const folder = await aFolder();
  const run = async (name: 'export' | 'import', { env }: Engine) => {
    const settings = join(folder, `${name}.env`);
    await writeFile(
      settings,
      Object.entries(env).map(([key, value]) => `${key}='${value}'\n`),
    );
    const { code } = await runTransfer(name, file, { env: {} }, { settings });
    expect(code).toBe(0);
  };
  const file = join(folder, 'leads.jsonl');
  await run('export', one);
  await run('import', other);
  const [here, there] = await Promise.all(
    [one, other].map(async (it) => (await it.open().keptAfter(undefined, 500)).found.length),
  );
  expect(here).toBeGreaterThan(9);
  expect(there).toBe(here);
});

test('an export can be piped into an import', async () => {
  const [one, other] = [await sqliteEngine(), await sqliteEngine()];
  await collect(one.open(), 100);
  expect(await pipe(one, other)).toMatchObject({ code: 0 });
  const page = await one.open().keptAfter(undefined, 500);
  const free = page.found.map((it) => JSON.parse(withoutLease(JSON.stringify(it))) as unknown);
  expect((await other.open().keptAfter(undefined, 500)).found).toEqual(free);
});
