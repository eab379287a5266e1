/**
 * Another process with the same SQLite file. `sqlite-process.ts lock <file> [ms]` is in the middle of a write,
 * until it is released. `sqlite-process.ts write <folder> <count>` writes as often as that.
 */
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { aRecord } from '../builders/record.ts';

const [, , work, place = '', number] = process.argv;

if (work === 'lock') {
  const database = new DatabaseSync(place);
  database.exec('BEGIN IMMEDIATE');
  process.send?.('locked');
  // The process that waits for the lock can't release it: the wait blocks that process.
  if (number !== undefined)
    setTimeout(() => {
      database.exec('COMMIT');
    }, Number(number));
  process.once('disconnect', () => {
    process.exit();
  });
} else {
  const store = openSqlite(place, console.log);
  // The first process creates it, and the others only increment it.
  await store.create(aRecord({ id: 'shared' }));
  for (let i = 1; i < Number(number); i += 1) {
    await store.create(aRecord());
    await store.change('shared', (record) => ({ ...record, tries: record.tries + 1 }));
  }
  await store.close();
}
