import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../store.ts';

/** Takes the file's one write lock at the start, so that what was read can't have changed. */
export function writing<T>(database: DatabaseSync, work: () => T): Promise<T> {
  return inside(database, 'BEGIN IMMEDIATE', work);
}

/** All that is read in it is of one moment. */
export function reading<T>(database: DatabaseSync, work: () => T): Promise<T> {
  return inside(database, 'BEGIN', work);
}

function inside<T>(database: DatabaseSync, begin: string, work: () => T): Promise<T> {
  return answering(() => {
    database.exec(begin);
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  });
}

/** What SQLite says no to (a lock, a full disk, a file that can't be written) is the store's failure. */
export async function answering<T>(work: () => T): Promise<T> {
  try {
    return await Promise.try(work);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new StoreUnavailable('The database did not take it.', { cause: error });
  }
}

export const isSqliteError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
