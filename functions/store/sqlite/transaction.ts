import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

/** Checks that the file is still there: SQLite can write a deleted file, but the data would be lost. */
export function transactionsOn(database: DatabaseSync, isThere: () => boolean) {
  const inside = <T>(begin: string, work: () => T): Promise<T> =>
    answering(() => {
      if (!isThere()) throw new StoreUnavailable('The file of the database is gone.');
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

  return {
    /** Takes the file's only write lock first, so that what it reads can't change. */
    writing: <T>(work: () => T): Promise<T> => inside('BEGIN IMMEDIATE', work),
    /** Everything it reads is from the same moment. */
    reading: <T>(work: () => T): Promise<T> => inside('BEGIN', work),
  };
}

export type Transactions = ReturnType<typeof transactionsOn>;

/** Turns SQLite's errors (a lock, a full disk, a file that can't be written) into the store's. */
export async function answering<T>(work: () => T): Promise<T> {
  try {
    return await Promise.try(work);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new StoreUnavailable('The database could not be read or written.', { cause: error });
  }
}

export const isSqliteError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
