import type { Log } from '../log/log.ts';
import type { Connection, Transport } from './firestore/client.ts';
import type { Store } from './port.ts';

export type Storage =
  | { engine: 'firestore'; connection: Connection }
  | { engine: 'sqlite'; folder: string };

export const isLocal = (storage: Storage): boolean =>
  storage.engine === 'sqlite' || 'emulatorHost' in storage.connection;

/** Loads the chosen engine only. */
export async function openStore(storage: Storage, log: Log, transport?: Transport): Promise<Store> {
  if (storage.engine === 'sqlite') {
    const { openSqlite } = await import('./sqlite/engine.ts');
    return openSqlite(storage.folder, log);
  }
  const { openFirestore } = await import('./firestore/engine.ts');
  return openFirestore(storage.connection, log, { transport });
}
