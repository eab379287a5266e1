import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { damageRow } from '../../support/worlds/each-engine.ts';
import { quickFolder } from '../../support/worlds/quick-folder.ts';
import { aRecord, followedUp, second } from '../../support/builders/record.ts';
import { storeContract } from './contract.ts';

const scratch = mkdtempSync(join(quickFolder, 'sqlite-'));
let folders = 0;
const newFolder = (): string => join(scratch, `fresh-${folders++}`);

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

storeContract(
  'SQLite',
  (name, log = console.log) => Promise.resolve(openSqlite(join(scratch, name), log)),
  (name, id, fields) => damageRow(join(scratch, name), id, fields),
);

function opened(busyMs?: number) {
  const folder = newFolder();
  const store = openSqlite(folder, console.log, busyMs);
  onTestFinished(() => store.close());
  return { folder, store };
}

describe('the SQLite file', () => {
  test('accepts writes of several processes at the same time', async () => {
    const folder = newFolder();
    const script = join(import.meta.dirname, '../../support/servers/sqlite-process.ts');
    // With more writes, a process could wait longer for its turn than a write may.
    const writers = [1, 2, 3].map(() => fork(script, [folder, '40'], { stdio: 'inherit' }));
    const codes = await Promise.all(
      writers.map(async (it) => (await once(it, 'exit'))[0] as number),
    );
    expect(codes).toEqual([0, 0, 0]);
    const store = openSqlite(folder, console.log);
    const { records } = await store.page({ filter: {}, limit: 1000 });
    expect(records).toHaveLength(118);
    expect(new Set(records.map(({ id }) => id)).size).toBe(118);
    expect(records.find(({ id }) => id === 'shared')?.tries).toBe(117);
    await store.close();
  });

  test('keeps hits only within their window', async () => {
    const { folder, store } = opened();
    const limit = { count: 2, windowMs: 1000 };
    const come = (key: string, at: number) => store.admit(key, 'mark', limit, new Date(at));
    await come('one', 0);
    await come('two', 500);
    await come('three', 1000);
    using file = new DatabaseSync(join(folder, fileName));
    const keys = file.prepare('SELECT id FROM sightings ORDER BY id').all();
    expect(keys.map(({ id }) => id)).toEqual(['three', 'two']);
  });

  test('refuses writes after it was deleted, instead of losing them', async () => {
    const { folder, store } = opened();
    expect(await store.due('9999', 1)).toEqual([]);
    renameSync(join(folder, fileName), join(folder, 'elsewhere'));
    await expect(store.create(aRecord())).rejects.toThrow(StoreUnavailable);
    await expect(store.due('9999', 1)).rejects.toThrow(StoreUnavailable);
  });

  test.each([
    [15, /older version .* "npm run export" with that version/],
    [99, /newer version .* set DATA_DIR to another folder/],
  ])(
    'stays unchanged if it has version %d, and the error says how to continue',
    async (version, sentence) => {
      const folder = newFolder();
      await openSqlite(folder, console.log).close();
      const file = join(folder, fileName);
      const database = new DatabaseSync(file);
      database.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${version}`);
      database.close();
      const open = () => openSqlite(folder, console.log);
      expect(open).toThrow(StoreUnavailable);
      expect(open).toThrow(sentence);
      expect(open).toThrow(file);
      const again = new DatabaseSync(file, { readOnly: true });
      expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
      again.close();
    },
  );
});

/** All bytes in the folder, including the write-ahead log. */
const bytesIn = (folder: string): string =>
  readdirSync(folder)
    .map((it) => readFileSync(join(folder, it), 'latin1'))
    .join('\n')
    .toLowerCase();

const traces = [
  'quimby',
  '5550177',
  '555-0177',
  'marmalade',
  '198.51.100.23',
  'springfield',
  'beagle',
  'zeppelin',
];
const person = () =>
  aRecord({
    ...followedUp,
    name: 'Quimby Roe',
    email: 'Quimby@springfield.example',
    phone: '(713) 555-0177',
    company: 'Quimby & Sons',
    message: `marmalade ${'and much more '.repeat(60)}`,
    consent: { ...aRecord().consent, ip: '198.51.100.23', user_agent: 'Springfield/1.0' },
  });

describe('the SQLite file after erasing', () => {
  test('has no byte of the person left', async () => {
    const { folder, store } = opened();
    const others = Array.from({ length: 200 }, () => aRecord());
    const persons = Array.from({ length: 30 }, person);
    // Mixed, so that pages are split and rows are moved.
    for (const [i, lead] of persons.entries()) {
      for (const other of others.slice(i * 6, i * 6 + 6)) await store.create(other);
      await store.create(lead);
      await store.change(lead.id, (record) => ({
        ...record,
        attempts: [{ at: second(0), ms: 1, status: 500, answer: `No, ${record.name}` }],
      }));
    }
    const before = bytesIn(folder);
    for (const trace of traces) expect(before).toContain(trace);

    await store.erase(
      persons.map(({ id }) => id),
      second(0),
    );
    const after = bytesIn(folder);
    for (const trace of traces) expect(after).not.toContain(trace);
    expect(after).toContain('dana@example.com');
  });

  test('has no byte of an accepted message to RIGHTS_URL left', async () => {
    const { folder, store } = opened();
    const message = { ...person(), kind: 'rights', type: 'erased', at: second(0) } as const;
    await store.add('outbox', [message]);
    expect(bytesIn(folder)).toContain('springfield');
    await store.changeOutbox([message.id], (entry) => ({
      ...entry,
      delivery: { state: 'delivered', at: second(1) },
    }));
    expect(bytesIn(folder)).not.toContain('springfield');
  });

  test('has no byte of the person left once another process has stopped reading', async () => {
    const { folder, store } = opened(50);
    const one = person();
    const other = person();
    await store.create(one);
    await store.create(other);
    const reader = new DatabaseSync(join(folder, fileName));
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM submissions').all();
    expect(await store.erase([one.id], second(0))).toBe(1);
    reader.exec('COMMIT');
    reader.close();
    await store.erase([other.id], second(0));
    const after = bytesIn(folder);
    for (const trace of traces) expect(after).not.toContain(trace);
  });
});
