import {
  chmod,
  link,
  mkdir,
  readFile,
  readlink,
  readdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { collect } from '../../support/builders/many-leads.ts';
import { aFolder, sqliteEngine, type Engine } from '../../support/worlds/each-engine.ts';
import { itemsIn, runTransfer, startTransfer } from '../../support/servers/transfer.ts';

let engine: Engine;
let whole: string;
let file: string;

/** An engine with this many leads, and a complete export of them. */
async function startWith(leads: number): Promise<void> {
  engine = await sqliteEngine();
  await collect(engine.open(), leads);
  const folder = await aFolder();
  whole = join(folder, 'whole.jsonl');
  await runTransfer('export', whole, engine);
  file = join(folder, 'all.jsonl');
}

const refusal = /^.+all\.jsonl\.part is not an unfinished export: remove it and/m;

/** The files beside the complete export. */
const beside = async () => (await readdir(dirname(file))).filter((it) => it !== 'whole.jsonl');

async function halfWay(): Promise<Awaited<ReturnType<typeof startTransfer>>> {
  const run = await startTransfer('export', file, engine);
  const size = () =>
    stat(`${file}.part`).then(
      (it) => it.size,
      () => 0,
    );
  await expect.poll(size, { interval: 5 }).toBeGreaterThan(9999);
  run.signal('SIGSTOP');
  return run;
}

describe('two exports into the same file', () => {
  // Several pages, so that the first export takes a while.
  beforeEach(() => startWith(2000));

  test('don’t mix: the second is refused, and the first is complete', async () => {
    await using first = await halfWay();
    const second = await runTransfer('export', file, engine);
    expect(second).toMatchObject({ code: 1 });
    expect(second.said).toMatch(
      /^Another export into .+all\.jsonl is running: wait until it ends, or name another file\.$/m,
    );
    first.signal('SIGCONT');
    expect(await first.exit).toMatchObject({ code: 0 });
    expect(await itemsIn(file)).toBe(await itemsIn(whole));
    expect(await beside()).toEqual(['all.jsonl']);
  });

  test('don’t block each other after the first was killed', async () => {
    await using first = await halfWay();
    first.signal('SIGKILL');
    await first.exit;
    expect(await runTransfer('export', file, engine)).toMatchObject({ code: 0 });
    expect(await beside()).toEqual(['all.jsonl']);
  });
});

describe('an export leaves alone what already has the name of its file', () => {
  beforeEach(() => startWith(20));

  test.each(['a diary without a line break', 'a diary\n', '{"kind":"heading', '{"kind":"end"}\n'])(
    'if it is %j',
    async (text) => {
      await writeFile(`${file}.part`, text);
      const { code, said } = await runTransfer('export', file, engine);
      expect(code).toBe(1);
      expect(said).toMatch(refusal);
      expect(await readFile(`${file}.part`, 'utf8')).toBe(text);
    },
  );

  test('if it is a symbolic or hard link to another file', async () => {
    const other = join(await aFolder(), 'other');
    await writeFile(other, '');
    for (const make of [symlink, link]) {
      const name = `${file}.${make.name}`;
      await make(other, `${name}.part`);
      const { code, said } = await runTransfer('export', name, engine);
      expect(code).toBe(1);
      expect(said).toMatch(/\.part is not an unfinished export/);
      expect((await stat(other)).size).toBe(0);
    }
  });

  test('if it is a folder', async () => {
    await mkdir(`${file}.part`);
    expect((await runTransfer('export', file, engine)).said).toMatch(refusal);
  });

  test('if it has the name of the lock', async () => {
    await writeFile(`${file}.lock`, 'a diary');
    const { code, said } = await runTransfer('export', file, engine);
    expect(code).toBe(1);
    expect(said).toMatch(/all\.jsonl\.lock is not an export's lock: remove it, or name another/);
    expect(await readFile(`${file}.lock`, 'utf8')).toBe('a diary');
  });

  test('if it is a link to nothing with the name of the complete export', async () => {
    await symlink('nowhere', file);
    const { code, said } = await runTransfer('export', file, engine);
    expect(code).toBe(1);
    expect(said).toMatch(/all\.jsonl exists already: name another file, or remove it/);
    expect(await readlink(file)).toBe('nowhere');
  });
});

test('an export that is continued can no longer be read by other users', async () => {
  await startWith(20);
  const text = await readFile(whole, 'utf8');
  await writeFile(`${file}.part`, text.slice(0, 5000));
  await chmod(`${file}.part`, 0o666);
  expect(await runTransfer('export', file, engine)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe(text);
});
