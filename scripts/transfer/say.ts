import type { Log } from '../../functions/log/log.ts';
import type { Counts, Item } from './format.ts';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { isLocal, type Storage } from '../../functions/store/open.ts';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { StartError } from '../command.ts';
import { DamagedRecord } from '../../functions/store/record.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';

/** Writes to standard error, because standard output may carry the export. */
export type Say = (sentence: string) => void;

export const say: Say = (sentence) => {
  console.error(sentence);
};

/** Prints what the store logs. */
export const sayEvent: Log = (event) => {
  say(JSON.stringify(event));
};

const step = 5000;

/** Reports the progress every few thousand lines. */
export function saidEvery(say: Say, done: string, already = 0): (count: number) => void {
  let next = already + step;
  return (count) => {
    if (count < next) return;
    say(`${count} ${done} ...`);
    next = count + step;
  };
}

const nameOf = (item: Item): string => {
  switch (item.kind) {
    case 'submission':
      return `submission ${JSON.stringify(item.submission.id)}`;
    case 'tombstone':
      return `submission ${JSON.stringify(item.tombstone.id)}, which was erased`;
    case 'role':
      return `role ${item.role}`;
    case 'action':
      return `entry ${item.entry.number} of the audit log`;
    case 'opt-out':
      return `opt-out ${item.hash}`;
    case 'damaged':
      return `${item.of} ${JSON.stringify(item.id)}`;
  }
};

export const aboutDamaged = (item: Item): string =>
  `Left out because it is damaged: ${nameOf(item)}.`;

export const aboutConflict = (item: Item): string =>
  `Not stored because something else has its place: ${nameOf(item)}${whatToDo[item.kind] ?? ''}.`;

const whatToDo: Partial<Record<Item['kind'], string>> = {
  action: '; it must follow the newest entry here',
};

/** "3 submissions, 1 tombstone, 0 roles, 2 entries of the audit log, 4 opt-outs" */
export const inWords = (counts: Omit<Counts, 'damaged'>): string => {
  const { submission, tombstone, role, action, 'opt-out': optOut } = counts;
  return [
    numbered(submission, 'submission', 'submissions'),
    numbered(tombstone, 'tombstone', 'tombstones'),
    numbered(role, 'role', 'roles'),
    numbered(action, 'entry of the audit log', 'entries of the audit log'),
    numbered(optOut, 'opt-out', 'opt-outs'),
  ].join(', ');
};

export const numbered = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** Names the store without any secret. */
export function describeStorage(storage: Storage): string {
  if (storage.engine === 'sqlite') return `SQLite in ${path.resolve(storage.folder)}`;
  const { connection } = storage;
  const project = `Firestore of the project ${connection.projectId}`;
  return 'emulatorHost' in connection
    ? `${project}, on the emulator at ${connection.emulatorHost}`
    : project;
}

/** Opening a store creates its database, so an export from the wrong folder would be empty. */
export function requireDatabase(storage: Storage): void {
  if (storage.engine !== 'sqlite' || existsSync(path.join(storage.folder, fileName))) return;
  throw new StartError(
    `There is no database in ${path.resolve(storage.folder)}: set DATA_DIR to its folder, or set FIREBASE_SERVICE_ACCOUNT to use Firestore.`,
  );
}

/** Turns an error of a store, a disk or a pipe into a sentence that says how to continue. */
export async function goingOn<T>(
  storage: Storage,
  howTo: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof DamagedRecord) {
      const { cause } = error;
      const why =
        cause instanceof Error
          ? ` (${firstLine(cause.message).replace(/\.$/, '')}${suspicion(storage)})`
          : '';
      throw new StartError(`${error.message.replace(/\.$/, '')}${why}. ${howTo}`, { cause: error });
    }
    if (isSystemError(error)) {
      throw new StartError(`${firstLine(error.message)}. ${howTo}`, { cause: error });
    }
    throw error;
  }
}

/** An emulator that doesn't answer was most likely not started. */
const suspicion = (storage: Storage): string =>
  storage.engine === 'firestore' && isLocal(storage)
    ? '; does the emulator run that FIRESTORE_EMULATOR_HOST names?'
    : '';

/** As in "ENOSPC: no space left on device, write". It may name the file but quotes nothing from it. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
