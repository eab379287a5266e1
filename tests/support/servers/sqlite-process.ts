/** Another process that writes to the same SQLite file: `sqlite-process.ts <folder> <count>`. */
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { aRecord } from '../builders/record.ts';

const [, , folder = '', count] = process.argv;
const store = openSqlite(folder, console.log);
// The first process creates it, and the others only increment it.
await store.create(aRecord({ id: 'shared' }));
for (let i = 1; i < Number(count); i += 1) {
  await store.create(aRecord());
  await store.change('shared', (record) => ({ ...record, tries: record.tries + 1 }));
}
await store.close();
