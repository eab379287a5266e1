import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { collect } from '../../support/builders/many-leads.ts';
import {
  aFolder,
  endWaitsAtOnce,
  firestoreEngine,
  onEachServer,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import { runTransfer, saidBy } from '../../support/servers/transfer-commands.ts';

let file: string;
/** The lines of one export. Each test has a file with them. */
let lines: readonly string[] = [];
let target: Engine;

async function exported(): Promise<string[]> {
  const engine = await sqliteEngine();
  await collect(engine.open(), 10);
  await runTransfer('export', file, engine);
  return (await readFile(file, 'utf8')).trimEnd().split('\n');
}

const write = (changed: readonly string[]) =>
  writeFile(file, changed.map((it) => `${it}\n`).join(''));

beforeEach(async () => {
  file = join(await aFolder(), 'all.jsonl');
  if (lines.length === 0) lines = await exported();
  await write(lines);
  target = await sqliteEngine();
});

const without = (line: number) => lines.filter((_, i) => i !== line - 1);
const with_ = (line: number, text: string) => lines.map((it, i) => (i === line - 1 ? text : it));
const lineOf = (kind: string) => lines.findIndex((it) => it.startsWith(`{"kind":"${kind}"`)) + 1;

/** Expects this error from the import, and no new store. */
async function expectRefused(sentence: RegExp, name = file): Promise<void> {
  const output = await saidBy('import', name, target, 1);
  expect(output).toMatch(sentence);
  // The error quotes no data of a lead.
  expect(output).not.toMatch(/dana|someone|example\.com|713|katy/i);
  expect(output.trim().split('\n')).toHaveLength(2);
  expect(await readdir(target.env['DATA_DIR'] ?? '')).toEqual([]);
}

const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;

describe('an import', () => {
  test('stores no record of a truncated file, because the missing part may say who was erased', async () => {
    await write(lines.slice(0, 6));
    await appendFile(file, lines[6]?.slice(0, 40) ?? '');
    await expectRefused(
      /all\.jsonl ends in the middle: it has 5 records, .+ last line is missing\. Nothing was stored/,
    );
  });

  test('stores no record of a file that lacks a line', async () => {
    await write(without(lineOf('opt-out')));
    await expectRefused(/has 26 of the 27 records .+ the missing ones may say who was erased/);
  });

  test('stores no record of a file that a newer version wrote, and says to update', async () => {
    await write(with_(1, lines[0]?.replace(/"version":\d+/, '"version":99') ?? ''));
    await expectRefused(/written by a newer version of this site .+ Update this site, then import/);
  });

  test.each([
    [
      'of a different key from the one',
      'another key of the tests, which is longer',
      /with a different PRIVACY_KEY from the one/,
    ],
    ['of a key while none is set', '', /with a PRIVACY_KEY, and none is set here/],
  ])('stores no record of a file %s here, even in an empty store', async (_, key, why) => {
    target = { ...target, env: { ...target.env, PRIVACY_KEY: key } };
    await expectRefused(why);
  });

  test.each<[string, (line: string) => string]>([
    ['is not JSON', (line) => line.slice(0, -2)],
    ['has an unknown field', (line) => line.replace('"tries":', '"tires":9,"tries":')],
    ['has an unknown kind', (line) => line.replace('"kind":"submission"', '"kind":"lead"')],
    ['has an id that can’t be stored', (line) => line.replace(/"id":"[^"]+"/, '"id":"a/b/c"')],
    ['is nested too deeply', (line) => line.replace('"tries":', `"x":${deep},"tries":`)],
  ])('stops at a line that %s, and names the line without quoting it', async (_, change) => {
    const at = lineOf('submission');
    await write(with_(at, change(lines[at - 1] ?? '')));
    await expectRefused(new RegExp(`^Line ${at} of .+ can't be read: .+Nothing was stored`, 'm'));
  });

  test('refuses a file that is not exactly one export, and says why', async () => {
    await write(['> leadwright-site@0.1.0 export', ...lines]);
    await expectRefused(/^Line 1 of .+ can't be read/m);
    await write([...lines, ...lines]);
    await expectRefused(
      new RegExp(`^Line ${lines.length} of .+ can't be read: kind is not valid`, 'm'),
    );
    await write([]);
    await expectRefused(/is empty, or was cut off in its first line\./);
  });

  test('refuses a name without a file, and a folder', async () => {
    await expectRefused(/^ENOENT: .+\.none'\. Name the file of an export\.$/m, `${file}.none`);
    await expectRefused(/^EISDIR: .+ Name the file of an export\./m, await aFolder());
  });
});

onEachServer((makeEngine) => {
  test('an export of a store with a damaged record names it and has every other record', async () => {
    const engine = await makeEngine();
    await runTransfer('import', file, engine);
    const { records } = await engine.open().page({ filter: {}, limit: 1 });
    const id = records[0]?.id ?? '';
    await engine.damage(id, { attempts: 'none' });
    const out = join(await aFolder(), 'out.jsonl');
    const exportOutput = await saidBy('export', out, engine, 1);
    expect(exportOutput).toContain(`it is damaged: submission ${id}.`);
    expect(exportOutput).toMatch(/^The damaged records above are left out/m);
    const importOutput = await saidBy('import', out, target, 1);
    expect(importOutput).toMatch(
      /^Skipped, because the export found them damaged .+: 1 damaged record\.$/m,
    );
    const stored = (await Array.fromAsync(target.open().all('submissions'))).flat();
    expect(stored.filter(({ kind }) => kind === 'submission')).toHaveLength(9);
    const again = await saidBy('import', file, engine, 1);
    expect(again, 'the lead that is damaged here').toContain(
      `Damaged here, and left as it is: submission ${id}.`,
    );
  });
});

describe('an export or import', () => {
  test('says in one sentence that the store is locked, and how to continue', async () => {
    target.open();
    using other = new DatabaseSync(join(target.env['DATA_DIR'] ?? '', fileName));
    other.exec('BEGIN IMMEDIATE');
    const output = await saidBy('import', file, target, 1);
    other.exec('COMMIT');
    expect(output.trim().split('\n')[1]).toMatch(
      /^The database in .+ is in use by another program \(database is locked\)/,
    );
    await saidBy('import', file, target);
  });

  test('says in one sentence that Firestore is unreachable, and that the emulator may not run', async () => {
    endWaitsAtOnce();
    const output = await saidBy('import', file, firestoreEngine('127.0.0.1:1'), 1);
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^The Firestore emulator at 127\.0\.0\.1:1 can't be used .+: start it, or remove FIRESTORE/,
    );
  });

  test('says in one sentence that there is no database', async () => {
    const output = await saidBy('export', `${file}.none`, target, 1);
    expect(output).toMatch(/^There is no database in .+: set DATA_DIR to its folder/m);
  });
});
