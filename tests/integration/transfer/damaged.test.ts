import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { collect } from '../../support/builders/many-leads.ts';
import {
  aFolder,
  firestoreEngine,
  onEachEngine,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import { exportInto, runTransfer } from '../../support/servers/transfer.ts';

let file: string;
let lines: string[];
let target: Engine;

beforeEach(async () => {
  const engine = await sqliteEngine();
  await collect(engine.open(), 10);
  file = join(await aFolder(), 'all.jsonl');
  await runTransfer('export', file, engine);
  lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  target = await sqliteEngine();
});

const write = (changed: string[]) => writeFile(file, changed.map((it) => `${it}\n`).join(''));
const without = (line: number) => lines.filter((_, i) => i !== line - 1);
const with_ = (line: number, text: string) => lines.map((it, i) => (i === line - 1 ? text : it));
/** The number of the first line of this kind. */
const lineOf = (kind: string) => lines.findIndex((it) => it.startsWith(`{"kind":"${kind}"`)) + 1;

const expectNoStore = async () => {
  expect(await readdir(target.env['DATA_DIR'] ?? '')).toEqual([]);
};

describe('an import', () => {
  test('of a file that was cut off stores nothing, since the missing part may say who was erased', async () => {
    await write(lines.slice(0, 6));
    await appendFile(file, lines[6]?.slice(0, 40) ?? '');
    const { code, said } = await runTransfer('import', file, target);
    expect(code).toBe(1);
    expect(said).toMatch(
      /all\.jsonl ends in the middle: it has 5 lines .+ last line is missing\. Nothing was stored/,
    );
    await expectNoStore();
  });

  test('of a file that lacks a line counts what is missing', async () => {
    await write(without(lineOf('submission')));
    const { code, said } = await runTransfer('import', file, target);
    expect(code).toBe(1);
    expect(said).toMatch(/^Missing from .+all\.jsonl: 1 line\.$/m);
    expect((await target.open().keptAfter(undefined, 50)).found).toHaveLength(10);
  });

  test('of a file from before the do-not-contact list stores all of it', async () => {
    const before = lines.filter((it) => !it.includes('"kind":"opt-out"'));
    await write(before.map((it) => it.replace('"opt-out":3,', '')));
    const { code, said } = await runTransfer('import', file, target);
    expect(code).toBe(0);
    expect(said).toMatch(/^Stored 10 submissions, .+, 0 opt-outs; 0 were here already\.$/m);
  });

  test.each(['tombstone', 'action', 'opt-out'])(
    'of a file that lacks one %s stores nothing',
    async (kind) => {
      await write(without(lineOf(kind)));
      const { code, said } = await runTransfer('import', file, target);
      expect(code).toBe(1);
      expect(said).toMatch(/has 23 of the 24 lines .+ some of the missing ones say who was erased/);
      await expectNoStore();
    },
  );

  test.each<[string, (line: string) => string]>([
    ['is not JSON', (line) => line.slice(0, -2)],
    ['is not a record', (line) => line.replace('"state":"', '"state":"un')],
    ['has an unknown field', (line) => line.replace('"tries":', '"tires":9,"tries":')],
    ['has an unknown kind', (line) => line.replace('"kind":"submission"', '"kind":"lead"')],
    ['isn’t a line of an export', () => ''],
  ])('stops at a line that %s, and names the line without quoting it', async (_, change) => {
    const at = lineOf('submission');
    await write(with_(at, change(lines[at - 1] ?? '')));
    const { code, said } = await runTransfer('import', file, target);
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^Line ${at} of .+ can't be read: .+Nothing was stored`, 'm'));
    expect(said).not.toMatch(/dana|someone|example\.com|713|katy/i);
    expect(said.trim().split('\n')).toHaveLength(2);
    await expectNoStore();
  });

  test('refuses a file that isn’t exactly one export, and says why', async () => {
    await write(['> leadwright-site@0.1.0 export', ...lines]);
    const banner = await runTransfer('import', file, target);
    expect(banner.said).toMatch(/^Line 1 of .+ can't be read: .+npm run --silent export/m);
    await write([...lines, ...lines]);
    const twice = await runTransfer('import', file, target);
    expect(twice).toMatchObject({ code: 1 });
    expect(twice.said).toMatch(
      new RegExp(`^Line ${lines.length + 1} of .+ import exactly one complete export`, 'm'),
    );
    await write([]);
    expect((await runTransfer('import', file, target)).said).toMatch(/is empty\./);
  });

  test('stores no audit entry that was changed by hand, and none after it', async () => {
    const at = lineOf('action') + 2;
    await write(with_(at, lines[at - 1]?.replace('sam@', 'eve@') ?? ''));
    const { code, said } = await runTransfer('import', file, target);
    expect(code).toBe(1);
    expect(said).toMatch(/entry 3 of the audit log; it must follow/);
    expect(said).toMatch(/^5 conflicts/m);
    expect((await target.open().audit({ limit: 50 })).head.count).toBe(2);
  });
});

describe('an export of a store with a damaged record', () => {
  const expectNamed = async (engine: Engine, id: string) => {
    const out = join(await aFolder(), 'out.jsonl');
    const given = await runTransfer('export', out, engine);
    expect(given.code).toBe(1);
    expect(given.said).toContain(`it is damaged: submission "${id}".`);
    expect(given.said).toMatch(/^1 record is damaged and left out/m);
    const taken = await runTransfer('import', out, target);
    expect(taken.code).toBe(1);
    expect(taken.said).toContain(`it is damaged: submission "${id}".`);
    expect(taken.said).toMatch(/^1 record could not be exported/m);
    expect((await target.open().keptAfter(undefined, 50)).found).toHaveLength(10);
  };

  onEachEngine((makeEngine) => {
    test('names the record and has everything else', async () => {
      const engine = await makeEngine();
      await runTransfer('import', file, engine);
      const { records } = await engine.open().page({ filter: {}, limit: 1 });
      const id = records[0]?.id ?? '';
      await engine.damage(id, { attempts: 'none' });
      await expectNamed(engine, id);
    });
  });
});

describe('an export or import that fails says in one sentence', () => {
  test('that the store is locked, and how to continue', async () => {
    target.open();
    const program = join(import.meta.dirname, '../../support/servers/sqlite-lock.ts');
    const other = fork(program, [join(target.env['DATA_DIR'] ?? '', fileName)]);
    await once(other, 'message');
    const { code, said } = await runTransfer('import', file, target);
    other.disconnect();
    await once(other, 'exit');
    expect(code).toBe(1);
    expect(said.trim().split('\n')[1]).toMatch(
      /^The database could not be read or written \(database is locked\)\. Fix that and import again\. /,
    );
    expect(await runTransfer('import', file, target)).toMatchObject({ code: 0 });
  });

  // Linux has a device for it.
  test.skipIf(!existsSync('/dev/full'))('that the disk is full', async () => {
    await runTransfer('import', file, target);
    const { code, said } = await exportInto('/dev/full', target);
    expect(code).toBe(1);
    expect(said.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^ENOSPC: no space left on device, write\. What was written is not a complete/,
      ),
    ]);
  });

  test('that Firestore can’t be reached', async () => {
    const gone = firestoreEngine('127.0.0.1:1');
    const { code, said } = await runTransfer('import', file, gone);
    expect(code).toBe(1);
    expect(said.trim().split('\n').at(-1)).toMatch(/^Firestore could not be reached.+import again/);
  });

  test('that the file or the folder doesn’t exist', async () => {
    const read = await runTransfer('import', `${file}.none`, target);
    expect(read.code).toBe(1);
    expect(read.said).toMatch(/^There is no file .+\.none: check its name\.$/m);
    target.open();
    const written = await runTransfer('export', join(file, 'below'), target);
    expect(written.code).toBe(1);
    expect(written.said).toMatch(
      /^There is no folder .+: make it, or name another file to export to\.$/m,
    );
  });

  test('that there is no database', async () => {
    const { code, said } = await runTransfer('export', '-', await sqliteEngine());
    expect(code).toBe(1);
    expect(said).toMatch(/^There is no database in .+: set DATA_DIR to its folder/m);
  });
});
