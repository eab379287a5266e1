import type { FileHandle } from 'node:fs/promises';
import { UnreadableLine } from './format.ts';

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
