import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

export const fileName = 'leadwright.db';

/** How long a call waits for another process's write before it gives up. */
const busyTimeout = 3000;

/** Opens the file in the folder, and makes both if they don't exist. If `use` fails, it is closed again. */
export function openFile<T>(
  folder: string,
  timeout = busyTimeout,
  use: (database: DatabaseSync, isThere: () => boolean) => T,
): T {
  let database: DatabaseSync | undefined;
  try {
    // Leads are not for other users of this machine.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, fileName);
    database = new DatabaseSync(file, { timeout });
    // A commit must be on disk: with WAL alone, a power cut would lose the last ones.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Overwrites erased rows.
    database.exec('PRAGMA secure_delete = ON;');
    return use(database, stillThere(file));
  } catch (cause) {
    if (database?.isOpen) database.close();
    if (cause instanceof StoreUnavailable) throw cause;
    throw new StoreUnavailable(`The database in ${folder} can't be opened or written.`, { cause });
  }
}

/** A deleted file can still be written, but is gone when the process ends. */
function stillThere(file: string): () => boolean {
  const { ino } = statSync(file);
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino;
}

/** Turns SQLite's errors (a lock, a full disk, a file that can't be written) into the store's. */
export async function available<T>(work: () => T): Promise<T> {
  try {
    return await Promise.try(work);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new StoreUnavailable('The database could not be read or written.', { cause: error });
  }
}

export const isSqliteError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
