import type { Log } from '../log/log.ts';
import type { Storage } from '../env.ts';
import type { Transport } from './firestore/client.ts';
import type { Store } from './port.ts';

/** Loads only the engine that is used. */
export async function openStore(storage: Storage, log: Log, transport?: Transport): Promise<Store> {
  if (storage.engine === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open.ts');
    return openSqlite(storage.folder, log);
  }
  const { openFirestore } = await import('./firestore/engine.ts');
  return openFirestore(storage.connection, log, transport);
}
