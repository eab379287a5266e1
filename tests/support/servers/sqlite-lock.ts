/** Another process in the middle of a write, until it is released: `sqlite-lock.ts <file> [ms]`. */
import { DatabaseSync } from 'node:sqlite';

const [, , file = '', ms] = process.argv;
const database = new DatabaseSync(file);
database.exec('BEGIN IMMEDIATE');
process.send?.('locked');
// The process that waits for the lock can't release it: the wait blocks that process.
if (ms !== undefined)
  setTimeout(() => {
    database.exec('COMMIT');
  }, Number(ms));
process.once('disconnect', () => {
  process.exit();
});
