import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isObject } from '../../src/shared/json.ts';
import { StartError } from '../command.ts';

/**
 * Reserves a name for one process of this machine, until it calls the returned function or ends. A file
 * with a process id would outlive a process that was killed, and two others that find such a file could
 * delete each other's new one. The system releases its own file locks when a process ends; Node has no
 * call for them, but SQLite takes one. The file stays empty, and a leftover one does no harm.
 */
export async function lock(name: string): Promise<() => Promise<void>> {
  const file = `${name}.lock`;
  const ino = await emptyFile(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    // The process that had it before may have removed it, and then the next one locks another file.
    if ((await stat(file)).ino !== ino) throw new Error('Another file has its name now');
  } catch (cause) {
    database?.close();
    const sentence =
      isObject(cause) && (cause['errcode'] ?? busy) !== busy
        ? `${file} can't be locked, so two exports could mix: export to another disk.`
        : `Another export into ${name} is running: wait until it ends, or name another file.`;
    throw new StartError(sentence, { cause });
  }
  const held = database;
  return async () => {
    // Remove the file before releasing it, so that this never removes another process's lock.
    await rm(file, { force: true });
    held.close();
  };
}

/** SQLite's code for a file that another process has locked. */
const busy = 5;

/** Creates the file if it doesn't exist. Closing any handle of it releases locks, so this closes its own first. */
async function emptyFile(file: string): Promise<number> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags, 0o600).catch((error: unknown) => {
    if (isTaken(error)) return undefined;
    if (!isAbsent(error)) throw error;
    throw new StartError(
      `There is no folder ${dirname(file)}: make it, or name another file to export to.`,
      { cause: error },
    );
  });
  try {
    const found = await handle?.stat();
    if (found?.isFile() && found.size === 0) return found.ino;
  } finally {
    await handle?.close();
  }
  throw new StartError(
    `${file} is not an export's lock: remove it, or name another file to export to.`,
  );
}

/** Whether something else has the name that can't be written: a link, a folder or a socket. */
export const isTaken = (error: unknown): boolean =>
  hasCode(error, ['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO']);

/** Whether a file, or a folder on the way to it, doesn't exist. */
export const isAbsent = (error: unknown): boolean => hasCode(error, ['ENOENT', 'ENOTDIR']);

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
