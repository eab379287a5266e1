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

/** Uses Node's own request, because it follows no redirects and, unlike fetch, accepts a lookup. */
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
    // No kept connections: after a freeze of the function, one is dead and looks as if the receiver had closed it.
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // Without the company's name, which may have letters that a header can't have.
      'user-agent': 'Lead-Webhooks/1.0',
      ...signedHeaders(message, secrets, at),
    },
  });

  // Node closes without an error if the other side offers another protocol.
  const unanswered = () =>
    reject(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' }));
  outgoing.on('error', reject);
  outgoing.on('close', unanswered);
  outgoing.on('response', (incoming) => {
    // From here on, the answer counts, even if the connection breaks.
    outgoing.off('close', unanswered).off('error', reject);
    outgoing.on('error', () => undefined);
    const { statusCode: status = 0, headers } = incoming;
    const done = (answer: string) => {
      resolve({ status, answer, retryAfter: headers['retry-after'] ?? null });
      outgoing.destroy();
    };
    // Admins read the words of a refusal only. The rest of a success may never come.
    if (isSuccess({ status })) done('');
    else void beginningOf(incoming).then(done);
  });
  outgoing.end(body);
  return promise;
}

/** In bytes: enough for a message, and too little to fill the memory. */
const mostRead = 4096;
/** In characters. */
const mostKept = 300;

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
    // The connection broke. The status and the part that arrived still count.
  }
  return printable(Buffer.concat(chunks).subarray(0, mostRead));
}

/** Returns one line, without control characters and marks that reverse the writing direction. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(/[\s\p{C}]+/gu, ' ');
  // The cut may separate the two halves of a surrogate pair.
  return text.trim().slice(0, mostKept).toWellFormed();
}
