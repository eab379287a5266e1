import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collect, collectedRecord } from '../../support/builders/many-leads.ts';
import {
  aFolder,
  onEachEngine,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import {
  firstDifference,
  itemsIn,
  runTransfer,
  startTransfer,
} from '../../support/servers/transfer.ts';
import { aRecord } from '../../support/builders/record.ts';

/** Several pages. */
const many = 2000;

async function exported(engine: Engine, count = many): Promise<string> {
  await collect(engine.open('grpc'), count);
  const file = join(await aFolder(), 'all.jsonl');
  expect(await runTransfer('export', file, engine)).toMatchObject({ code: 0 });
  return file;
}

/** Checks the file's size repeatedly, since nothing announces its growth. */
async function untilIt(grew: () => Promise<boolean>): Promise<void> {
  await expect.poll(grew, { interval: 5 }).toBe(true);
}

onEachEngine((makeEngine) => {
  test('an import that was killed is completed by the next one, and a third adds nothing', async () => {
    const file = await exported(await sqliteEngine());
    const engine = await makeEngine();
    const store = engine.open();
    await using run = await startTransfer('import', file, engine);
    await untilIt(async () => (await store.keptAfter(undefined, 1)).found.length > 0);
    run.signal('SIGKILL');
    expect(await run.exit).toMatchObject({ signal: 'SIGKILL' });

    const again = await runTransfer('import', file, engine);
    expect(again).toMatchObject({ code: 0 });
    expect(again.said).not.toMatch(/ 0 were here already/);
    const second = `${file}.again`;
    await runTransfer('export', second, engine);
    expect(await firstDifference(file, second)).toBeUndefined();
    const nothing = /^Stored 0 submissions, 0 tombstones.+; 2053 were here already\.$/m;
    expect((await runTransfer('import', file, engine)).said).toMatch(nothing);
  }, 240_000);

  test('an export that was killed continues where it stopped', async () => {
    const engine = await makeEngine();
    const whole = await exported(engine);
    const file = `${whole}.again`;
    await using run = await startTransfer('export', file, engine);
    await untilIt(async () => (await stat(`${file}.part`).catch(() => ({ size: 0 }))).size > 9999);
    run.signal('SIGKILL');
    await run.exit;
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });

    const again = await runTransfer('export', file, engine);
    expect(again).toMatchObject({ code: 0 });
    expect(again.said).toMatch(/^Continuing after the \d+ that were written before\.$/m);
    expect(await itemsIn(file)).toBe(await itemsIn(whole));
    await expect(stat(`${file}.part`)).rejects.toMatchObject({ code: 'ENOENT' });
  }, 240_000);
});

describe('an export', () => {
  test('continues wherever it was cut off, even in the middle of a line', async () => {
    const engine = await sqliteEngine();
    const whole = await exported(engine, 30);
    const text = await readFile(whole, 'utf8');
    const bytes = Buffer.byteLength(text);
    // In the header, a record, the roles, the entries and the counts.
    for (const end of [0, 10, 5000, bytes - 3700, bytes - 2500, bytes - 600, bytes - 5, bytes]) {
      const file = `${whole}.${end}`;
      await writeFile(`${file}.part`, text);
      await truncate(`${file}.part`, end);
      expect(await runTransfer('export', file, engine)).toMatchObject({ code: 0 });
      expect(await itemsIn(file)).toBe(await itemsIn(whole));
    }
  }, 240_000);

  test('isn’t continued from another store, and overwrites no file', async () => {
    const whole = await exported(await sqliteEngine(), 5);
    const other = await sqliteEngine();
    await other.open().create(aRecord());
    const there = await runTransfer('export', whole, other);
    expect(there).toMatchObject({ code: 1 });
    expect(there.said).toMatch(/all\.jsonl exists already: name another file/);

    const part = `${whole}.more.part`;
    await writeFile(part, await readFile(whole));
    const mixed = await runTransfer('export', `${whole}.more`, other);
    expect(mixed).toMatchObject({ code: 1 });
    expect(mixed.said).toMatch(
      /is an unfinished export of SQLite in .+, and the settings now select SQLite in /,
    );
    expect(await readFile(part)).toEqual(await readFile(whole));
  });

  test('can’t be read by other users', async () => {
    const file = await exported(await sqliteEngine(), 1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

test('a lead that was delivered since the import isn’t reset, and is named as a conflict', async () => {
  const [one, other] = [await sqliteEngine(), await sqliteEngine()];
  const lead = collectedRecord(5);
  await one.open().create(lead);
  const file = join(await aFolder(), 'one.jsonl');
  await runTransfer('export', file, one);
  await runTransfer('import', file, other);
  const now = { ...lead, delivery: { state: 'delivered', at: lead.created_at } as const };
  await other.open().change(lead.id, () => now);

  const { code, said } = await runTransfer('import', file, other);
  expect(code).toBe(1);
  expect(said).toContain(
    `Not stored because something else has its place: submission "${lead.id}".`,
  );
  expect(said).toMatch(/^1 conflict: something else was here, and it was left unchanged\./m);
  expect(await other.open().get(lead.id)).toEqual(now);
});
