/** Another process in the middle of a write: `sqlite-lock.ts <file> [ms]`, until it is let go. */
import { DatabaseSync } from 'node:sqlite';

const [, , file = '', ms] = process.argv;
const database = new DatabaseSync(file);
database.exec('BEGIN IMMEDIATE');
process.send?.('locked');
// Who waits for the lock can't tell us to let go: the wait blocks its process.
if (ms !== undefined)
  setTimeout(() => {
    database.exec('COMMIT');
  }, Number(ms));
process.once('disconnect', () => {
  process.exit();
});
