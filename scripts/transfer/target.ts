import { existsSync } from 'node:fs';
import { link, unlink, type FileHandle } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { Buried } from './store-items.ts';
import { emptyCounts, write, type Counts, type Header, type Item, type Line } from './format.ts';
import { lock } from './lock.ts';
import { openPart } from './part.ts';

/** Where an export goes, and how far it had come before. */
export interface Target {
  counts: Counts;
  /** What an export that was broken off has last. */
  last: Item | undefined;
  buried: Buried;
  /** Answers when it has been taken on, so that no more than a page is ever waiting. */
  write: (lines: readonly Line[]) => Promise<void>;
  /** After the last line. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/** A stream can't be gone on with. */
export async function streamTarget(stream: NodeJS.WritableStream, header: Header): Promise<Target> {
  // Each write hears of it by itself.
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
 * A file has its name once it is whole. Until then it is `<name>.part`, and whoever exports again goes
 * on behind its last whole line; of two at once, one.
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
  new StartError(`${name} exists already: name another file, or remove it.`, {
    cause,
  });

function writing(file: FileHandle, part: string, name: string) {
  return {
    write: (lines: readonly Line[]) => file.appendFile(write(lines)),
    finish: async () => {
      await file.sync();
      // Unlike renaming, this never takes the place of what has come there meanwhile.
      await link(part, name).catch((error: unknown) => {
        const there = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        throw there ? isThere(name, error) : error;
      });
      await unlink(part);
    },
  };
}
