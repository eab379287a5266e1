import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from '../command.ts';
import { UnreadableLine } from './format.ts';
import { isAbsent } from './lock.ts';

/** A file that can be read several times. */
export interface Source extends AsyncDisposable {
  /** From the beginning, each time. */
  chunks: () => AsyncIterable<Buffer>;
}

/** `-` is standard input. A pipe can be read only once, so it is copied to the disk first. */
export async function openSource(name: string): Promise<Source> {
  const handle = name === '-' ? await copied(process.stdin) : await opened(name);
  return { chunks: () => chunksOf(handle), [Symbol.asyncDispose]: () => handle.close() };
}

async function opened(name: string): Promise<FileHandle> {
  const handle = await open(name).catch((cause: unknown) => {
    if (!isAbsent(cause)) throw cause;
    throw new StartError(`There is no file ${name}: check its name.`, { cause });
  });
  const found = await handle.stat();
  if (!found.isFIFO() && !found.isCharacterDevice() && !found.isSocket()) return handle;
  return copied(handle.createReadStream());
}

/** Nobody else can read the copy. It is unlinked before it has content, so a crash leaves nothing. */
async function copied(chunks: AsyncIterable<Buffer | string>): Promise<FileHandle> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadwright-import-'));
  const handle = await open(path.join(folder, 'export.jsonl'), 'wx+', 0o600);
  try {
    await rm(folder, { recursive: true });
    for await (const chunk of chunks) await handle.appendFile(chunk);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface WholeLine {
  bytes: Buffer;
  /** The length of the file up to the end of this line. */
  end: number;
}

/** Far more than any record needs, and little enough for memory. */
const longest = 4 * 1024 * 1024;
const lineBreak = 0x0a;

/**
 * Splits while reading, so that at most a line and a chunk are in memory. A last line without a line
 * break was cut off, and is left out.
 */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<WholeLine> {
  let end = 0;
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let rest = Buffer.concat([held, chunk]);
    for (let at = rest.indexOf(lineBreak); at !== -1; at = rest.indexOf(lineBreak)) {
      end += at + 1;
      yield { bytes: rest.subarray(0, at), end };
      rest = rest.subarray(at + 1);
    }
    if (rest.length > longest) throw new UnreadableLine('it is too long');
    // A copy, so that the chunk can be freed.
    held = Buffer.from(rest);
  }
}

/** Reads from the beginning each time. A read stream would close the file if it isn't read to its end. */
export async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
