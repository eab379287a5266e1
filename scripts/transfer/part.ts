import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { StartError } from '../command.ts';
import { Buried } from './store-items.ts';
import {
  emptyCounts,
  parseLine,
  UnreadableLine,
  write,
  type Counts,
  type Header,
  type Item,
} from './format.ts';
import { chunksOf, wholeLines } from './source.ts';
import { isTaken } from './lock.ts';

/** The part of an export that an earlier run wrote. */
interface Begun {
  /** When the first run began. */
  begun: string;
  counts: Counts;
  last: Item | undefined;
  buried: Buried;
  end: number;
}

const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens an unfinished export or creates one. Nobody else may read it, since it holds personal data. A
 * file that isn't certainly ours is left unchanged.
 */
export async function openPart(part: string, header: Header): Promise<[FileHandle, Begun]> {
  const file = await openOwn(part);
  try {
    if (!(await isOurs(file))) throw noPart(part);
    const before = await readPart(file, part, header);
    await file.chmod(0o600);
    await file.truncate(before.end);
    if (before.end === 0) await file.appendFile(write([header]));
    return [file, before];
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

/** A file with a second name may be something else, such as an export whose last step was interrupted. */
async function isOurs(file: FileHandle): Promise<boolean> {
  const found = await file.stat();
  const me = process.getuid?.();
  return found.isFile() && found.nlink === 1 && (me === undefined || found.uid === me);
}

/** Reads the whole lines. The counts at the end are written again. */
async function readPart(file: FileHandle, part: string, header: Header): Promise<Begun> {
  const counts = emptyCounts();
  let { begun } = header;
  let buried = new Buried(begun);
  let last: Item | undefined;
  let end = 0;
  try {
    for await (const line of wholeLines(chunksOf(file))) {
      const parsed = parseLine(line.bytes);
      if ((parsed.kind === 'header') !== (end === 0))
        throw new UnreadableLine('it is out of place');
      if (parsed.kind === 'end') break;
      end = line.end;
      if (parsed.kind === 'header') {
        if (parsed.version === 1) throw new UnreadableLine('it is from an older version');
        refuseOther(parsed.from, header.from, part);
        begun = parsed.begun;
        buried = new Buried(begun);
      } else {
        counts[parsed.kind] += 1;
        buried.note(parsed);
        last = parsed;
      }
    }
    if (end === 0) await requireBegunHeader(file, header);
  } catch (cause) {
    if (!(cause instanceof UnreadableLine)) throw cause;
    throw noPart(part, cause);
  }
  return { begun, counts, last, buried, end };
}

/** For a file without a whole line: it is empty or ends within the header. */
async function requireBegunHeader(file: FileHandle, header: Header): Promise<void> {
  const whole = write([header]);
  // Without the time, which differs between runs.
  const fixed = whole.slice(0, whole.lastIndexOf(header.begun));
  // One byte more, which reveals a file that is longer.
  const begin = Buffer.alloc(Buffer.byteLength(whole) + 1);
  const { bytesRead } = await file.read(begin, 0, begin.length, 0);
  const text = begin.toString('utf8', 0, Math.min(bytesRead, Buffer.byteLength(fixed)));
  if (bytesRead === begin.length || !fixed.startsWith(text)) {
    throw new UnreadableLine('it does not begin like one');
  }
}

const noPart = (part: string, cause?: unknown): StartError =>
  new StartError(`${part} is not an unfinished export: remove it and export again.`, {
    cause,
  });

function refuseOther(before: string, now: string, part: string): void {
  if (before === now) return;
  throw new StartError(
    `${part} is an unfinished export of ${before}, and the settings now select ${now}: remove it, or change the settings back.`,
  );
}
