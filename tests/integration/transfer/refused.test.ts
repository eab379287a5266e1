import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headerOf, write, type Item } from '../../../scripts/transfer/format.ts';
import { collectedRecord } from '../../support/builders/many-leads.ts';
import { aFolder, onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { exportFile } from '../../support/builders/export-file.ts';
import { runTransfer } from '../../support/servers/transfer.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const fileOf = (...items: Item[]): Promise<string> => exportFile(items);

const submission = (it = aRecord()): Item => ({ kind: 'submission', submission: it });

onEachEngine((makeEngine) => {
  test('an import stops at an id that can’t be stored, and names the id as the reason', async () => {
    const engine = await makeEngine();
    const file = await fileOf(submission(), submission(aRecord({ id: 'a/b/c' })));
    const { code, said } = await runTransfer('import', file, engine);
    expect(code).toBe(1);
    expect(said.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^Line 3 of .+: its id can't be stored\. Nothing was stored/),
    ]);
    expect((await engine.open().keptAfter(undefined, 5)).found).toEqual([]);
  });

  test('a lead that was being sent during the export has no lease after the import', async () => {
    const engine = await makeEngine();
    const lease = { holder: 'the old place', until: second(15) };
    const lead = { ...collectedRecord(5), lease };
    const file = await fileOf(submission(lead));
    await runTransfer('import', file, engine);
    const store = engine.open();
    expect(await store.get(lead.id)).toEqual({ ...lead, lease: null });
    await store.change(lead.id, (it) => ({ ...it, lease: { ...lease, holder: 'this place' } }));
    expect((await runTransfer('import', file, engine)).said).not.toMatch(/conflict|Not stored/);
  });
});

test('an import of a line that is nested too deeply fails with a sentence, not a stack', async () => {
  const file = await fileOf(submission());
  const deep = `{"kind":"role","user_id":"a","role":"admin","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
  await writeFile(file, `${write([headerOf('a test', second(0))])}${deep}\n`);
  const { code, said } = await runTransfer('import', file, await sqliteEngine());
  expect(code).toBe(1);
  expect(said.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(/^Line 2 of .+ can't be read: it is not a line of an export\. Nothing/),
  ]);
});

describe('an import creates no store', () => {
  test.each<[string, (folder: string) => Promise<string>]>([
    ['for a file that doesn’t exist', (folder) => Promise.resolve(join(folder, 'none'))],
    ['for a folder', (folder) => Promise.resolve(folder)],
    [
      'for what is no export',
      async (folder) => {
        await writeFile(join(folder, 'diary'), 'a diary\n');
        return join(folder, 'diary');
      },
    ],
  ])('%s', async (_, name) => {
    const engine = await sqliteEngine();
    expect(await runTransfer('import', await name(await aFolder()), engine)).toMatchObject({
      code: 1,
    });
    expect(await readdir(engine.env['DATA_DIR'] ?? '')).toEqual([]);
  });
});

test('an export with --env and no file after it is refused, as it would have the wrong store', async () => {
  const engine = await sqliteEngine();
  const { code, said } = await runTransfer('export', '--env', engine);
  expect(code).toBe(2);
  expect(said).toMatch(/^Name one file/);
  const settings = 'missing.env';
  expect(await runTransfer('export', '-', engine, { settings })).toMatchObject({
    code: 1,
    said: 'missing.env can’t be read: check its name.\n',
  });
});

test.each([
  ['export', /^Name one file, or none: npm run export -- leads\.jsonl\n$/],
  ['import', /^Name the file, or - for standard input: npm run import -- leads\.jsonl\n$/],
] as const)('an %s with an empty file name is refused at once', async (name, sentence) => {
  const { code, said } = await runTransfer(name, '', await sqliteEngine());
  expect(code).toBe(2);
  expect(said).toMatch(sentence);
});

test('an export to a folder asks for a file in it', async () => {
  const engine = await sqliteEngine();
  engine.open();
  const folder = await aFolder();
  const { code, said } = await runTransfer('export', folder, engine);
  expect(code).toBe(1);
  expect(said).toContain(`\n${folder} is a folder: name a file, as in ${folder}/leads.jsonl.\n`);
  expect(await readdir(folder)).toEqual([]);
});

test('an export from an emulator that isn’t there asks whether it runs', async () => {
  const env = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  const { code, said } = await runTransfer('export', 'leads.jsonl', { env });
  expect(code).toBe(1);
  expect(said).toMatch(
    /\(No answer .+; does the emulator run that FIRESTORE_EMULATOR_HOST names\?\)\. Fix that and run it again\./,
  );
});
