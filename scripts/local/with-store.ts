import path from 'node:path';
import { log } from '../../functions/log/log.ts';
import { openStore, type Storage } from '../../functions/store/open-store.ts';
import type { Transport } from '../../functions/store/firestore/client.ts';
import { StoreUnavailable, type Store } from '../../functions/store/port.ts';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { codeOf, StartError } from '../command.ts';

/** Opens the store for `work` and closes it. If it can't be used, throws a sentence with the reason and the fix. */
export async function withStore<T>(
  storage: Storage,
  work: (store: Store) => Promise<T>,
  transport?: Transport,
) {
  try {
    const store = await openStore(storage, log, transport);
    return await work(store).finally(() => store.close());
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StartError(sentence(storage, error), { cause: error });
  }
}

function sentence(storage: Storage, { message, cause }: StoreUnavailable): string {
  if (cause === undefined) return message;
  const reason = reasonOf(cause);
  if (storage.engine === 'sqlite') {
    if (/locked/.test(reason))
      return `The database in ${path.resolve(storage.folder)} is in use by another program (${reason}): end that, or try again.`;
    return `The database in ${path.resolve(storage.folder)} can't be opened or written (${reason}): set DATA_DIR to a folder that you may write to, or move ${fileName} out of it.`;
  }
  const { connection } = storage;
  return 'emulatorHost' in connection
    ? `The Firestore emulator at ${connection.emulatorHost} can't be used (${reason}): start it, or remove FIRESTORE_EMULATOR_HOST.`
    : `${message.replace(/\.$/, '')} (${reason}).`;
}

function reasonOf(cause: unknown): string {
  const code = String(codeOf(cause));
  if (['EEXIST', 'ENOTDIR'].includes(code)) return 'this is not a folder';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'you may not write there';
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : 'for an unknown reason';
}
