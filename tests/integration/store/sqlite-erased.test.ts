import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { firstMisfit } from '../../../src/shared/audit.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const scratch = mkdtempSync(join(tmpdir(), 'erased-'));
let folders = 0;
const newFolder = (): string => join(scratch, `fresh-${folders++}`);

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** All bytes in the folder, including the write-ahead log. */
const bytesIn = (folder: string): string =>
  readdirSync(folder)
    .map((it) => readFileSync(join(folder, it), 'latin1'))
    .join('\n')
    .toLowerCase();

const traces = ['quimby', '5550177', '555-0177', 'marmalade', '198.51.100.23', 'springfield'];
const person = () =>
  aRecord({
    name: 'Quimby Roe',
    email: 'Quimby@springfield.example',
    phone: '(713) 555-0177',
    company: 'Quimby & Sons',
    message: `marmalade ${'and much more '.repeat(60)}`,
    consent: { ...aRecord().consent, ip: '198.51.100.23', user_agent: 'Springfield/1.0' },
  });

describe('the SQLite file after erasing', () => {
  test('has no byte of the person left', async () => {
    const folder = newFolder();
    const store = openSqlite(folder, console.log);
    const others = Array.from({ length: 200 }, () => aRecord());
    const persons = Array.from({ length: 30 }, person);
    // Mixed, so that pages are split and rows are moved.
    for (const [i, it] of persons.entries()) {
      for (const other of others.slice(i * 6, i * 6 + 6)) await store.create(other);
      await store.create(it);
      await store.change(it.id, (record) => ({
        ...record,
        attempts: [{ at: second(0), ms: 1, status: 500, answer: `No, ${record.name}` }],
      }));
    }
    const before = bytesIn(folder);
    for (const it of traces) expect(before).toContain(it);

    await store.erase(
      persons.map(({ id }) => id),
      second(0),
    );
    const after = bytesIn(folder);
    for (const it of traces) expect(after).not.toContain(it);
    expect(after).toContain('dana@example.com');
    await store.close();
  });

  test('has none left either once another process has stopped reading', async () => {
    const folder = newFolder();
    const store = openSqlite(folder, console.log, 50);
    const one = person();
    const other = person();
    await store.create(one);
    await store.create(other);
    const reader = new DatabaseSync(join(folder, fileName));
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM submissions').all();
    expect(await store.erase([one.id], second(0))).toMatchObject({ count: 1 });
    reader.exec('COMMIT');
    reader.close();
    await store.erase([other.id], second(0));
    const after = bytesIn(folder);
    for (const it of traces) expect(after).not.toContain(it);
    await store.close();
  });
});

test('a row that was damaged by hand is erased like any other', async () => {
  const folder = newFolder();
  const store = openSqlite(folder, console.log);
  const record = aRecord();
  await store.create(record);
  const file = new DatabaseSync(join(folder, fileName));
  file.exec(`UPDATE submissions SET record = json_set(record, '$.consent', 7, '$.attempts', 'x')`);
  file.close();
  expect(await store.idsOf(record.email, 5)).toEqual([record.id]);
  expect(await store.erase([record.id], second(0))).toEqual({ count: 1, refused: [] });
  expect(await store.tombstone(record.id)).toEqual({
    id: record.id,
    erased_at: second(0),
    consent: null,
  });
  await store.close();
});

describe('the audit log in the SQLite file', () => {
  test('stays whole when several processes append at once', async () => {
    const folder = newFolder();
    const script = join(import.meta.dirname, '../../support/servers/audit-writer.ts');
    const writers = [1, 2].map(() => fork(script, [folder, '60'], { stdio: 'inherit' }));
    const codes = await Promise.all(
      writers.map(async (it) => (await once(it, 'exit'))[0] as number),
    );
    expect(codes).toEqual([0, 0]);
    const store = openSqlite(folder, console.log);
    const { entries, head } = await store.audit({ limit: 500 });
    expect(entries).toHaveLength(120);
    expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
    await store.close();
  });

  test('can’t be changed or shortened', async () => {
    const folder = newFolder();
    const store = openSqlite(folder, console.log);
    await appendTo(store);
    const file = new DatabaseSync(join(folder, fileName));
    expect(() => {
      file.exec('DELETE FROM audit_log');
    }).toThrow(/append-only/);
    expect(() => {
      file.exec(`UPDATE audit_log SET entry = '{}'`);
    }).toThrow(/append-only/);
    file.close();
    await store.close();
  });

  test('accepts no entry if its head was damaged, and shows the damage', async () => {
    const folder = newFolder();
    const store = openSqlite(folder, console.log);
    await appendTo(store);
    const file = new DatabaseSync(join(folder, fileName));
    for (const [damage, message] of [
      [`UPDATE audit_head SET head = '{}'`, 'The head of the audit log is damaged.'],
      ['DELETE FROM audit_head', 'The database could not be read or written.'],
    ] as const) {
      file.exec(damage);
      await expect(appendTo(store)).rejects.toMatchObject({ name: 'StoreUnavailable', message });
      const { entries, head } = await store.audit({ limit: 5 });
      const misfit = await firstMisfit(entries.toReversed(), head);
      expect(misfit).toEqual({ number: 1, why: 'after the head' });
    }
    file.close();
    await store.close();
  });
});
