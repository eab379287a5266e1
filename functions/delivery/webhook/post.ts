import * as http from 'node:http';
import * as https from 'node:https';
import { isSuccess } from '../../../src/shared/submission.ts';
import { signedHeaders, type Message } from './message.ts';
import type { Target } from './webhook.ts';

export interface Answer {
  status: number;
  answer: string;
  retryAfter: string | null;
  /** The addresses that took the mail, if others refused it. */
  mailed_to?: readonly string[];
}

/** Uses Node's own request: it follows no redirects and, unlike fetch, takes a lookup of ours. */
export function post(
  message: Message,
  { url, secrets }: Target,
  at: Date,
  connection: Pick<https.RequestOptions, 'lookup' | 'signal'>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = Buffer.from(message.body);
  const { request } = url.protocol === 'https:' ? https : http;
  const outgoing = request(url, {
    ...connection,
    method: 'POST',
    // Opens a new connection each time. A function may be frozen for minutes between two calls; by
    // then a kept connection is dead, which looks as if the receiver had broken it off.
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // The company's name may have letters that a header can't, so it is not used here.
      'user-agent': 'Lead-Webhooks/1.0',
      ...signedHeaders(message, secrets, at),
    },
  });

  // Node closes without an error when the other side offers another protocol.
  const unanswered = () =>
    reject(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' }));
  outgoing.on('error', reject);
  outgoing.on('close', unanswered);
  outgoing.on('response', (incoming) => {
    // There was an answer, whatever happens to the connection from now on.
    outgoing.off('close', unanswered).off('error', reject);
    outgoing.on('error', () => undefined);
    const { statusCode: status = 0, headers } = incoming;
    const done = (answer: string) => {
      resolve({ status, answer, retryAfter: headers['retry-after'] ?? null });
      outgoing.destroy();
    };
    // Only a refusal has words that somebody reads. The rest of a success may never come.
    if (isSuccess({ status })) done('');
    else void beginningOf(incoming).then(done);
  });
  outgoing.end(body);
  return promise;
}

/** In bytes: enough for any message, and too little for a receiver to fill the memory with. */
const mostRead = 4096;
/** In characters. */
const mostKept = 300;

/** The beginning of the answer's body. Its status counts, even if the connection breaks before the end. */
async function beginningOf(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostRead) break;
    }
  } catch {
    // The connection broke. What came before it did is kept.
  }
  return printable(Buffer.concat(chunks).subarray(0, mostRead));
}

/** Puts text on one line, without control characters and marks that reverse the writing direction. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(/[\s\p{C}]+/gu, ' ');
  // A character outside the basic plane has two halves in JavaScript, and the cut may separate them.
  return text.trim().slice(0, mostKept).toWellFormed();
}
