import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunksOf } from './lines.ts';

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
