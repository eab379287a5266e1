import { createReadStream, existsSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { StartError } from '../serve/start-error.ts';
import {
  emptyCounts,
  headerOf,
  parseLine,
  UnreadableLine,
  write,
  type Counts,
  type Item,
  type Line,
} from './format.ts';
import { wholeLines } from './lines.ts';

/** Where an export goes, and how far it had come before. */
export interface Target {
  counts: Counts;
  /** What an export that was broken off has last. */
  last: Item | undefined;
  /** Answers when it has been taken on, so that no more than a page is ever waiting. */
  write: (lines: readonly Line[]) => Promise<void>;
  /** After the last line. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/** A stream can't be gone on with. */
export async function streamTarget(stream: NodeJS.WritableStream, from: string): Promise<Target> {
  // Each write hears of it by itself.
  stream.on('error', () => undefined);
  const target: Target = {
    counts: emptyCounts(),
    last: undefined,
    write: (lines) =>
      new Promise((resolve, reject) => {
        stream.write(write(lines), (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  await target.write([headerOf(from)]);
  return target;
}

/**
 * A file has its name once it is whole. Until then it is `<name>.part`, and whoever exports again goes
 * on behind its last whole line.
 */
export async function fileTarget(name: string, from: string): Promise<Target> {
  refuseExisting(name);
  const part = `${name}.part`;
  // To be read by nobody else: it is all that people have told.
  const file = await open(part, 'a', 0o600);
  try {
    const before = await readPart(part, from);
    await file.truncate(before.end);
    const target = { ...before, ...writing(file, part, name) };
    if (before.end === 0) await target.write([headerOf(from)]);
    return target;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuseExisting(name: string): void {
  if (!existsSync(name)) return;
  throw new StartError(`${name} is there already, and stays: name another file, or remove it.`);
}

function writing(file: FileHandle, part: string, name: string) {
  return {
    write: (lines: readonly Line[]) => file.appendFile(write(lines)),
    finish: async () => {
      await file.sync();
      refuseExisting(name);
      await rename(part, name);
    },
    close: () => file.close(),
  };
}

/** What of it was written to the end. The counts, which come last, are written anew. */
async function readPart(part: string, from: string) {
  const counts = emptyCounts();
  let last: Item | undefined;
  let end = 0;
  try {
    for await (const line of wholeLines(createReadStream(part))) {
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
  } catch (cause) {
    if (!(cause instanceof UnreadableLine)) throw cause;
    const sentence = `${part} is no export that could be gone on with: remove it, and export again.`;
    throw new StartError(sentence, { cause });
  }
  return { counts, last, end };
}

function refuseOther(before: string, now: string, part: string): void {
  if (before === now) return;
  throw new StartError(
    `${part} was begun from ${before}, and now it would be ${now}: remove it, or set what selects the other.`,
  );
}
