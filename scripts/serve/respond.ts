import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Writes a web Response as Node's, passing its body on as it comes. */
export async function respond(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.statusCode = response.status;
  const cookies = response.headers.getSetCookie();
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  endUploads(outgoing);

  if (!response.body || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  } catch (error) {
    // The status is sent, so a broken connection is all that can tell the visitor.
    const left = error instanceof Error && 'code' in error && leftEarly.has(error.code);
    if (!left) console.error('A response broke off while it was being sent:', error);
  }
}

const UPLOAD_GRACE_MS = 1000;

/** Who is answered before all was sent need not send the rest. */
function endUploads(outgoing: ServerResponse): void {
  // Of a request that was given up, and of an answer that was sent, it is taken away.
  const { req: incoming, socket } = outgoing;
  if (incoming.complete) return;
  outgoing.setHeader('connection', 'close');
  outgoing.once('finish', () => {
    // Cut off at once, the answer itself would be lost on its way.
    setTimeout(() => socket?.destroy(), UPLOAD_GRACE_MS).unref();
  });
}

/** A visitor who closes the page before all of it came is no fault. */
const leftEarly = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
