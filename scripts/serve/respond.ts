import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { everywhere } from '../../src/shared/headers.ts';
import { noPage } from '../../src/shared/policy.ts';

/** Streams a web Response into Node's response. */
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
    // The status is already sent, so only a broken connection can show the failure.
    const left = error instanceof Error && 'code' in error && leftEarly.has(error.code);
    if (!left) console.error('A response broke off:', error);
  }
}

const UPLOAD_GRACE_MS = 1000;

/** Stops an upload that is still going on when its answer is complete. */
function endUploads(outgoing: ServerResponse): void {
  // Node removes the socket when the request is aborted or the answer is sent, so take it now.
  const { req: incoming, socket } = outgoing;
  if (incoming.complete) return;
  outgoing.setHeader('connection', 'close');
  outgoing.once('finish', () => {
    // Closing at once could drop the answer before the visitor gets it.
    setTimeout(() => socket?.destroy(), UPLOAD_GRACE_MS).unref();
  });
}

/** Visitors may close the page early; that is not an error. */
const leftEarly = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** An answer of the server itself, when neither a file nor a function has one. */
export function ownAnswer(
  status: number,
  sentence: string | null,
  headers: Record<string, string> = {},
): Response {
  const always = { ...everywhere, 'content-security-policy': noPage };
  return new Response(sentence, { status, headers: { ...always, ...headers } });
}
