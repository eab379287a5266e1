import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { migrate } from './schema.ts';
import { sqliteStore } from './engine.ts';

export const fileName = 'leadwright.db';

/** A file that was deleted can still be written, and is gone when the process ends. */
function stillThere(file: string): () => boolean {
  const { ino } = statSync(file);
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino;
}

/** How long a call waits for another process's write before it gives up. */
const busyTimeout = 3000;

/** Opens the file in the folder, and makes both if they aren't there. */
export function openSqlite(folder: string, log: Log, timeout = busyTimeout): Store {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, fileName);
    database = new DatabaseSync(file, { timeout });
    // What was answered is on disk: WAL alone would keep the last commits in memory at a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Of what is erased no byte stays where it stood.
    database.exec('PRAGMA secure_delete = ON;');
    migrate(database);
    return sqliteStore(database, log, stillThere(file));
  } catch (cause) {
    if (database?.isOpen) database.close();
    throw new StoreUnavailable(`The database in ${folder} can't be opened or written.`, { cause });
  }
}
