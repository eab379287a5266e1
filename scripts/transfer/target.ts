import { existsSync, statSync } from 'node:fs';
import { link, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../command.ts';
import { Buried } from './store-items.ts';
import { emptyCounts, write, type Counts, type Header, type Item, type Line } from './format.ts';
import { lock } from './lock.ts';
import { openPart } from './part.ts';

/** The destination of an export, with what an earlier run wrote there. */
export interface Target {
  counts: Counts;
  /** The last item of an interrupted export. */
  last: Item | undefined;
  buried: Buried;
  /** Resolves when the lines are written, so that at most one page waits. */
  write: (lines: readonly Line[]) => Promise<void>;
  /** After the last line. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/** An export to a stream can't be continued. */
export async function streamTarget(stream: NodeJS.WritableStream, header: Header): Promise<Target> {
  // Each write reports its own error.
  stream.on('error', () => undefined);
  const target: Target = {
    counts: emptyCounts(),
    last: undefined,
    buried: new Buried(header.begun),
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
  await target.write([header]);
  return target;
}

/**
 * A file gets its name when it is complete. Until then it is `<name>.part`, and the next export continues
 * after its last whole line. A lock refuses a second export at the same time.
 */
export async function fileTarget(name: string, header: Header): Promise<Target> {
  const unlock = await lock(name);
  try {
    if (existsSync(name)) throw isThere(name);
    const part = `${name}.part`;
    const [file, before] = await openPart(part, header);
    const close = () => file.close().finally(unlock);
    return { ...before, ...writing(file, part, name), close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

const isThere = (name: string, cause?: unknown): StartError =>
  new StartError(
    statSync(name, { throwIfNoEntry: false })?.isDirectory()
      ? `${name} is a folder: name a file, as in ${path.join(name, 'leads.jsonl')}.`
      : `${name} exists already: name another file, or remove it.`,
    { cause },
  );

function writing(file: FileHandle, part: string, name: string) {
  return {
    write: (lines: readonly Line[]) => file.appendFile(write(lines)),
    finish: async () => {
      await file.sync();
      // Unlike renaming, this never replaces a file that was created there in the meantime.
      await link(part, name).catch((error: unknown) => {
        const there = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        throw there ? isThere(name, error) : error;
      });
      await unlink(part);
    },
  };
}
