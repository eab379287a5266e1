import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UnreadableLine } from './format.ts';

/** A file that can be read several times. */
export interface Source extends AsyncDisposable {
  /** From the beginning, each time. */
  chunks: () => AsyncIterable<Buffer>;
}

/** `-` is the standard input. As with any pipe, it can be read once, and is copied to the disk first. */
export async function openSource(name: string): Promise<Source> {
  const handle = name === '-' ? await copied(process.stdin) : await opened(name);
  return { chunks: () => chunksOf(handle), [Symbol.asyncDispose]: () => handle.close() };
}

async function opened(name: string): Promise<FileHandle> {
  const handle = await open(name);
  const found = await handle.stat();
  if (!found.isFIFO() && !found.isCharacterDevice() && !found.isSocket()) return handle;
  return copied(handle.createReadStream());
}

/** Nobody else can read it, and it loses its name before it has a word: no crash leaves it behind. */
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

export interface WholeLine {
  bytes: Buffer;
  /** How long the file is up to its end. */
  end: number;
}

/** Far more than any record has, and little enough to hold. */
const longest = 4 * 1024 * 1024;
const lineBreak = 0x0a;

/**
 * Splits as it reads, so that no more than a line and a chunk are ever held. What no line break
 * follows was not written to its end, and is left out.
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
    if (rest.length > longest) throw new UnreadableLine('it is longer than any can be');
    // A copy, so that the whole chunk is not held for it.
    held = Buffer.from(rest);
  }
}

/** From its beginning, however often. A stream that is left before its end would close the file. */
export async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
