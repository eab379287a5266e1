import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { openSqlite, sqliteStore } from '../../functions/store/sqlite/engine.ts';
import type { Place } from '../../functions/store/paging.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { aRecord, second } from '../../tests/support/builders/record.ts';

export interface Inbox {
  store: Store;
  count: number;
  /** A cursor that nine tenths of the list come before. */
  deep: Place;
}

const trades = ['roofing', 'hvac', 'plumbing', 'tree-service'];
/** How many of the newest wait for an answer, however many leads there are. */
const waiting = 500;
const names = ['Dana Roe', 'Sam Peña', 'Łukasz Nowak', 'Mei Tanaka', 'Ada Okafor'];

/**
 * An inbox with `count` leads, written by the engine itself. Writing them doesn't wait for the disk;
 * the store that it returns does, as always.
 */
export async function seeded(
  folder: string,
  count: number,
  deliveryOf: (at: string) => Delivery = (at) => ({ state: 'delivered', at }),
): Promise<Inbox> {
  await mkdir(folder, { recursive: true });
  await openSqlite(folder, console.log).close();
  const database = new DatabaseSync(join(folder, fileName));
  database.exec('PRAGMA synchronous = OFF');
  const seeding = sqliteStore(database, console.log);
  const places: Place[] = [];
  for (let i = 0; i < count; i += 1) {
    const record = aRecord({
      created_at: second(i),
      name: String(names[i % names.length]),
      email: `owner${i}@example.com`,
      phone: `(713) 555-${String(i % 10_000).padStart(4, '0')}`,
      company: `Company${i} Services`,
      industry: String(trades[i % trades.length]),
      delivery: deliveryOf(second(i)),
      answered: i < count - waiting ? { at: second(i), by: 'Sam' } : null,
    });
    await seeding.create(record);
    places.push({ time: record.created_at, id: record.id });
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await seeding.close();
  const deep = places[Math.floor(count / 10)];
  if (!deep) throw new Error('An inbox without leads has no deep page.');
  return { store: openSqlite(folder, console.log), count, deep };
}
