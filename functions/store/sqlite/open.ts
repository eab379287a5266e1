import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { migrate } from './migrate.ts';
import { sqliteStore } from './engine.ts';

export const fileName = 'leadwright.db';

/** A deleted file can still be written, but is gone when the process ends. */
function stillThere(file: string): () => boolean {
  const { ino } = statSync(file);
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino;
}

/** How long a call waits for another process's write before it gives up. */
const busyTimeout = 3000;

/** Opens the file in the folder. Makes both if they don't exist. */
export function openSqlite(folder: string, log: Log, timeout = busyTimeout): Store {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, fileName);
    database = new DatabaseSync(file, { timeout });
    // A commit must be on disk: with WAL alone, a power cut would lose the last ones.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Overwrites erased rows.
    database.exec('PRAGMA secure_delete = ON;');
    migrate(database);
    return sqliteStore(database, log, stillThere(file));
  } catch (cause) {
    if (database?.isOpen) database.close();
    throw new StoreUnavailable(`The database in ${folder} can't be opened or written.`, { cause });
  }
}
