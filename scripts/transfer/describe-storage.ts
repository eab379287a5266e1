import path from 'node:path';
import { existsSync } from 'node:fs';
import type { Storage } from '../../functions/env.ts';
import { fileName } from '../../functions/store/sqlite/open.ts';
import { StartError } from '../serve/start-error.ts';

/** Which store it is, and nothing that is secret. */
export function describeStorage(storage: Storage): string {
  if (storage.engine === 'sqlite') return `SQLite in ${path.resolve(storage.folder)}`;
  const { connection } = storage;
  const project = `Firestore of the project ${connection.projectId}`;
  return 'emulatorHost' in connection
    ? `${project}, on the emulator at ${connection.emulatorHost}`
    : project;
}

/** Opening would make an empty one, and nothing would be exported from the wrong folder. */
export function requireDatabase(storage: Storage): void {
  if (storage.engine !== 'sqlite' || existsSync(path.join(storage.folder, fileName))) return;
  throw new StartError(
    `There is no database in ${path.resolve(storage.folder)}: set DATA_DIR to its folder, or set FIREBASE_SERVICE_ACCOUNT to use Firestore.`,
  );
}
