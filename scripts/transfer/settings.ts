import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from '../../functions/env.ts';
import { fingerprintOf } from '../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { isLocal, type Storage } from '../../functions/store/open-store.ts';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { ensure } from '../command.ts';
import { privacyKeyFile } from '../local/environment.ts';

export type Say = (sentence: string) => void;

/** Describes the store without secrets. */
export function describeStorage(storage: Storage): string {
  if (storage.engine === 'sqlite') return `SQLite in ${path.resolve(storage.folder)}`;
  const { connection } = storage;
  const project = `Firestore of the project ${connection.projectId}`;
  return 'emulatorHost' in connection
    ? `${project}, on the emulator at ${connection.emulatorHost}`
    : project;
}

/** Opening creates a missing database, so an export from the wrong folder would be empty. */
export function requireDatabase(storage: Storage): void {
  if (storage.engine !== 'sqlite') return;
  ensure(
    existsSync(path.join(storage.folder, fileName)),
    `There is no database in ${path.resolve(storage.folder)}: set DATA_DIR to its folder or, for the deployed site, add --env .env.live.`,
  );
}

/** PRIVACY_KEY or, for a local store, the key that `npm start` created. */
export async function privacyKeyIn(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { privacyKey, storage } = parseEnv(env);
  if (privacyKey !== undefined || !isLocal(storage)) return privacyKey;
  return readFile(privacyKeyFile(env), 'utf8').catch(() => undefined);
}

/** Fingerprint of the privacy key, which detects another key without revealing this one. */
export async function fingerprintIn(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const key = await privacyKeyIn(env);
  return key === undefined ? undefined : fingerprintOf(personHasher(key));
}
