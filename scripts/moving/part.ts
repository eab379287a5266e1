import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { StartError } from '../serve/start-error.ts';
import {
  emptyCounts,
  headerOf,
  parseLine,
  UnreadableLine,
  write,
  type Counts,
  type Item,
} from './format.ts';
import { wholeLines } from './lines.ts';
import { isTaken } from './lock.ts';

/** What of an export was written before, and where that ends. */
export interface Begun {
  counts: Counts;
  last: Item | undefined;
  end: number;
}

const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens what was begun, or begins it. To be read by nobody else: it is all that people have told. What
 * stands there and is not surely ours is left as it is.
 */
export async function openPart(part: string, from: string): Promise<[FileHandle, Begun]> {
  const file = await openOwn(part);
  try {
    if (!(await isOurs(file))) throw noPart(part);
    const begun = await readPart(file, part, from);
    await file.chmod(0o600);
    await file.truncate(begun.end);
    if (begun.end === 0) await file.appendFile(write([headerOf(from)]));
    return [file, begun];
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openOwn(part: string): Promise<FileHandle> {
  try {
    return await open(part, flags | constants.O_CREAT | constants.O_EXCL, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return open(part, flags).catch((error: unknown) => {
    throw isTaken(error) ? noPart(part, error) : error;
  });
}

/** By another name it may be something else: a whole export too, whose last step was broken off. */
async function isOurs(file: FileHandle): Promise<boolean> {
  const found = await file.stat();
  const me = process.getuid?.();
  return found.isFile() && found.nlink === 1 && (me === undefined || found.uid === me);
}

/** What of it was written to the end. The counts, which come last, are written anew. */
async function readPart(file: FileHandle, part: string, from: string): Promise<Begun> {
  const counts = emptyCounts();
  let last: Item | undefined;
  let end = 0;
  try {
    for await (const line of wholeLines(chunksOf(file))) {
      const parsed = parseLine(line.bytes);
      if ((parsed.kind === 'header') !== (end === 0))
        throw new UnreadableLine('it is out of place');
      if (parsed.kind === 'end') break;
      end = line.end;
      if (parsed.kind === 'header') refuseOther(parsed.from, from, part);
      else {
        counts[parsed.kind] += 1;
        last = parsed;
      }
    }
    if (end === 0) await requireBegunHeader(file, from);
  } catch (cause) {
    if (!(cause instanceof UnreadableLine)) throw cause;
    throw noPart(part, cause);
  }
  return { counts, last, end };
}

/** A stream that is left before its end would close the file. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Where no line is whole: it was cut off in the header, or has nothing yet. */
async function requireBegunHeader(file: FileHandle, from: string): Promise<void> {
  const header = Buffer.from(write([headerOf(from)]));
  // One more, by which something longer shows.
  const begin = Buffer.alloc(header.length + 1);
  const { bytesRead } = await file.read(begin, 0, begin.length, 0);
  if (!header.subarray(0, bytesRead).equals(begin.subarray(0, bytesRead))) {
    throw new UnreadableLine('it begins in another way');
  }
}

const noPart = (part: string, cause?: unknown): StartError =>
  new StartError(`${part} is no export that could be gone on with: remove it, and export again.`, {
    cause,
  });

function refuseOther(before: string, now: string, part: string): void {
  if (before === now) return;
  throw new StartError(
    `${part} was begun from ${before}, and now it would be ${now}: remove it, or set what selects the other.`,
  );
}
