import { DamagedRecord } from '../../functions/store/record.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';
import { StartError } from '../serve/start-error.ts';

/** Whatever a store, a disk or a pipe says no to becomes a sentence that says how to go on. */
export async function goingOn<T>(howTo: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof DamagedRecord) {
      const { cause } = error;
      const why = cause instanceof Error ? ` (${firstLine(cause.message)})` : '';
      throw new StartError(`${error.message.replace(/\.$/, '')}${why}. ${howTo}`, { cause: error });
    }
    if (isSystemError(error)) {
      throw new StartError(`${firstLine(error.message)}. ${howTo}`, { cause: error });
    }
    throw error;
  }
}

/** "ENOSPC: no space left on device, write": it names the file, and nothing that is in it. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
