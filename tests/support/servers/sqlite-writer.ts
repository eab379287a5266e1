/** One of several processes that write to the same file: `node sqlite-writer.ts <folder> <count>`. */
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { aRecord } from '../builders/record.ts';

const [, , folder = '', count = ''] = process.argv;
const store = openSqlite(folder, console.log);
// The first process creates it, and the others only increment it.
await store.create(aRecord({ id: 'shared' }));
for (let i = 1; i < Number(count); i += 1) {
  await store.create(aRecord());
  await store.change('shared', (record) => ({ ...record, tries: record.tries + 1 }));
}
await store.close();
