import type { IncomingMessage } from 'node:http';

/** In bytes: enough for any message, and a receiver can't fill the memory. */
const mostRead = 4096;
/** In characters. */
const mostKept = 300;

/** Calls `done` once with the beginning of what the receiver said, whatever becomes of the rest. */
export function readBeginning(incoming: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let finished = false;
  const finish = () => {
    if (finished) return;
    finished = true;
    done(printable(Buffer.concat(chunks).subarray(0, mostRead)));
  };
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostRead) finish();
  });
  incoming.on('end', finish);
  // A connection that breaks now breaks after the answer: its status has come, and counts.
  incoming.on('error', finish);
  incoming.on('close', finish);
}

/** On one line, without control characters and what turns the direction of writing. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(/[\s\p{C}]+/gu, ' ');
  // A character outside the basic plane is two in JavaScript, and the cut may fall between them.
  return text.trim().slice(0, mostKept).toWellFormed();
}
