import { existsSync } from 'node:fs';
import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { collect } from '../../support/builders/many-leads.ts';
import { aFolder, sqliteEngine, type Engine } from '../../support/worlds/each-engine.ts';
import { saidBy, startTransfer } from '../../support/servers/transfer-commands.ts';

let engine: Engine;
let file: string;

beforeEach(async () => {
  engine = await sqliteEngine();
  await collect(engine.open(), 20);
  file = join(await aFolder(), 'all.jsonl');
});

const beside = () => readdir(dirname(file));

describe('an export', () => {
  test('cannot be read by other users, and leaves no temporary file', async () => {
    await saidBy('export', file, engine);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await beside()).toEqual(['all.jsonl']);
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a file', () => writeFile(file, 'a diary'), /all\.jsonl exists already: name another file/],
    ['a link', () => symlink('nowhere', file), /all\.jsonl exists already: name another file/],
    ['what another export writes', () => writeFile(`${file}.part`, ''), /all\.jsonl\.part exists/],
    ['a link of that name', () => symlink('nowhere', `${file}.part`), /all\.jsonl\.part exists/],
  ])('leaves %s alone, and says what to do', async (_, make, sentence) => {
    await make();
    const before = await beside();
    const output = await saidBy('export', file, engine, 1);
    expect(output).toMatch(sentence);
    expect(await beside()).toEqual(before);
    expect(existsSync(join(dirname(file), 'nowhere'))).toBe(false);
  });

  test('leaves no file under its name if it was killed', async () => {
    await collect(engine.open(), 2000);
    await using run = await startTransfer('export', [file], engine);
    const size = () =>
      stat(`${file}.part`).then(
        (it) => it.size,
        () => 0,
      );
    await expect.poll(size, { interval: 5 }).toBeGreaterThan(9999);
    run.signal('SIGKILL');
    expect(await run.exit).toMatchObject({ signal: 'SIGKILL' });
    expect(await beside()).toEqual(['all.jsonl.part']);
    expect((await stat(`${file}.part`)).mode & 0o777).toBe(0o600);
  });

  // The shell's file size limit acts like a full disk.
  test('reports a full disk in one sentence, and leaves no file', async () => {
    const program = ['sh', '-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath] as const;
    await using run = await startTransfer('export', [file], { ...engine, program });
    expect(await run.exit).toMatchObject({ code: 1 });
    expect(run.stderr.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^EFBIG: .+, write\. Nothing was exported\.$/),
    ]);
    expect(await beside()).toEqual([]);
  });
});

test('an export with a settings file that is missing, or not UTF-8, is refused', async () => {
  const utf16 = join(await aFolder(), 'utf16.env');
  await writeFile(utf16, '\uFEFFDATA_DIR=.', 'utf16le');
  for (const env of ['missing.env', utf16]) {
    await using run = await startTransfer('export', [file, '--env', env], engine);
    expect(await run.exit).toMatchObject({ code: 1 });
    expect(run.stderr).toBe(`${env} can’t be read: check its name, and save it as UTF-8.\n`);
  }
});
