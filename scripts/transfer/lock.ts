import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { isObject } from '../../src/shared/json.ts';
import { StartError } from '../start-error.ts';

/**
 * Keeps a name for one process of this machine, until the answer is called or the process ends, however
 * it ends. A file that holds a process's id would outlive one that was killed, and of two that find it
 * so, each could take away the other's new one. The system's own lock on a file goes with its holder;
 * SQLite is what takes it in Node. The file stays empty, and left behind it hinders nobody.
 */
export async function lock(name: string): Promise<() => Promise<void>> {
  const file = `${name}.lock`;
  const ino = await emptyFile(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    // Who had it before may have removed it since: the next one would lock another file.
    if ((await stat(file)).ino !== ino) throw new Error('Another file has its name now');
  } catch (cause) {
    database?.close();
    const sentence =
      isObject(cause) && (cause['errcode'] ?? busy) !== busy
        ? `${file} can't be locked, so two exports could mix: export to another disk.`
        : `Another export into ${name} is under way: wait until it ends, or name another file.`;
    throw new StartError(sentence, { cause });
  }
  const held = database;
  return async () => {
    // Before it is let go, so that what another has locked is never what goes.
    await rm(file, { force: true });
    held.close();
  };
}

/** SQLite's number for what another has locked. */
const busy = 5;

/** Makes it where there is none. Closed again at once: any closing here lets go of locks on it. */
async function emptyFile(file: string): Promise<number> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags, 0o600).catch((error: unknown) => {
    if (isTaken(error)) return undefined;
    throw error;
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

/** A link, a folder or a socket is there, which is no file to write. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO'].includes(String(error.code));
