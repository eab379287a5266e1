import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Damaged } from '../../functions/store/kept.ts';
import type { Log } from '../../functions/log/log.ts';
import { isLocal, type Storage } from '../../functions/store/open.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';
import { DamagedRecord } from '../../functions/store/record.ts';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { ensure, StartError } from '../command.ts';
import type { Counts } from './format.ts';

export type Say = (sentence: string) => void;

/** Prints what the store logs. */
export const sayEvents =
  (say: Say): Log =>
  (event) => {
    say(JSON.stringify(event));
  };

export const aboutDamaged = ({ of, id }: Damaged): string =>
  `Left out because it is damaged: ${of} ${JSON.stringify(id)}.`;

/** "3 submissions, 1 tombstone, 0 roles, 2 entries of the audit log, 4 opt-outs" */
export const inWords = (counts: Counts): string =>
  [
    numbered(counts.submission, 'submission', 'submissions'),
    numbered(counts.tombstone, 'tombstone', 'tombstones'),
    numbered(counts.role, 'role', 'roles'),
    numbered(counts.action + counts.imported, 'entry of the audit log', 'entries of the audit log'),
    numbered(counts['opt-out'], 'opt-out', 'opt-outs'),
    ...(counts.spent > 0 ? [numbered(counts.spent, 'month with costs', 'months with costs')] : []),
    ...(counts.notice > 0 ? [numbered(counts.notice, 'rights notice', 'rights notices')] : []),
  ].join(', ');

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
  if (storage.engine !== 'sqlite') return;
  ensure(
    existsSync(path.join(storage.folder, fileName)),
    `There is no database in ${path.resolve(storage.folder)}: set DATA_DIR to its folder, or set FIREBASE_SERVICE_ACCOUNT to use Firestore.`,
  );
}

/** Turns an error of a store or a disk into a sentence that says how to continue. */
export async function explaining<T>(
  storage: Storage,
  howTo: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = reasonOf(cause, storage);
    throw reason === undefined ? cause : new StartError(`${reason}. ${howTo}`, { cause });
  }
}

function reasonOf(error: unknown, storage: Storage): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // As in "ENOSPC: no space left on device, write". It may name the file but quotes nothing from it.
  if ('syscall' in error && 'code' in error) return firstLine(error);
  if (!(error instanceof StoreUnavailable || error instanceof DamagedRecord)) return undefined;
  const { cause } = error;
  if (!(cause instanceof Error)) return firstLine(error);
  const mayBeOff = storage.engine === 'firestore' && isLocal(storage);
  const hint = mayBeOff ? '; does the emulator run that FIRESTORE_EMULATOR_HOST names?' : '';
  return `${firstLine(error)} (${firstLine(cause)}${hint})`;
}

/** The first line of its message, without a full stop. */
const firstLine = ({ message }: Error): string =>
  message.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
