import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

/** On a file, as long as it is there: one that was deleted could still be written, for nothing. */
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
    /** Takes the file's one write lock at the start, so that what was read can't have changed. */
    writing: <T>(work: () => T): Promise<T> => inside('BEGIN IMMEDIATE', work),
    /** All that is read in it is of one moment. */
    reading: <T>(work: () => T): Promise<T> => inside('BEGIN', work),
  };
}

export type Transactions = ReturnType<typeof transactionsOn>;

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
