/** One of several processes that append to the same audit log: `node audit-writer.ts <folder> <count>`. */
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { appendTo } from '../builders/audit.ts';

const [, , folder = '', count = ''] = process.argv;
const store = openSqlite(folder, console.log);
for (let i = 0; i < Number(count); i += 1) await appendTo(store);
await store.close();
