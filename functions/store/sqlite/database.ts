import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

export const fileName = 'leadwright.db';

/** In ms: the wait for another process's write. */
const busyTimeout = 3000;

/** Creates the folder and the file if they don't exist. If `use` fails, the file is closed. */
export function openFile<T>(
  folder: string,
  timeout = busyTimeout,
  use: (database: DatabaseSync, isThere: () => boolean) => T,
): T {
  let database: DatabaseSync | undefined;
  try {
    // Other users of this machine must not read leads.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, fileName);
    database = new DatabaseSync(file, { timeout });
    // A commit must be on disk. With WAL alone, a power cut would lose the last commits.
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

/** A deleted file can still be written, but its data is lost when the process ends. */
function stillThere(file: string): () => boolean {
  const { ino } = statSync(file);
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino;
}

/** Converts SQLite's errors (a lock, a full disk, a read-only file) to StoreUnavailable. */
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
