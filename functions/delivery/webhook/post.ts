import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isSuccess } from '../../../src/shared/submission.ts';
import { CannotSend, checkedLookup, checkUrl, type Resolve } from './guard.ts';
import { signedHeaders, type Message } from './message.ts';
import type { Target } from './webhook.ts';

/** The result of one attempt: the answer's status, or why there was no answer. */
export type Sent =
  | { status: number; answer: string; retryAfter: string | null; ms: number }
  | { error: string; ms: number };

/** Makes one attempt. Never rejects. */
export type Send = (message: Message, target: Target, at: Date) => Promise<Sent>;

/** Covers everything from the lookup of the name to the end of the answer, or to the status of a success. */
export const sendTimeout = 10_000;

interface Options {
  timeout?: number;
  resolve?: Resolve;
}

export function makeSend({ timeout = sendTimeout, resolve = resolveAll }: Options = {}): Send {
  return async (message, target, at) => {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    try {
      checkUrl(target);
      const lookup = checkedLookup(resolve, target.allowPrivate);
      const answer = await post(message, target, at, {
        lookup,
        signal: AbortSignal.timeout(timeout),
      });
      return { ...answer, ms: ms() };
    } catch (error) {
      return { error: sentenceOf(error, timeout), ms: ms() };
    }
  };
}

export const send: Send = makeSend();

function resolveAll(hostname: string) {
  return lookup(hostname, { all: true });
}

type Answer = Omit<Extract<Sent, { status: number }>, 'ms'>;

/** Uses Node's own request: it follows no redirects and, unlike fetch, takes a lookup of ours. */
function post(
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
  const unanswered = () => {
    reject(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' }));
  };
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
    else readBeginning(incoming, done);
  });
  outgoing.end(body);
  return promise;
}

/** In bytes: enough for any message, and too little for a receiver to fill the memory with. */
const mostRead = 4096;
/** In characters. */
const mostKept = 300;

/**
 * Calls `done` with the beginning of the answer's body, whatever happens to the rest. The first call
 * counts: the connection may end in several ways after it.
 */
function readBeginning(incoming: http.IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => {
    done(printable(Buffer.concat(chunks).subarray(0, mostRead)));
  };
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostRead) finish();
  });
  incoming.on('end', finish);
  // The status has come and counts, even if the connection breaks now.
  incoming.on('error', finish);
  incoming.on('close', finish);
}

/** Puts text on one line, without control characters and marks that reverse the writing direction. */
export function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(/[\s\p{C}]+/gu, ' ');
  // A character outside the basic plane has two halves in JavaScript, and the cut may separate them.
  return text.trim().slice(0, mostKept).toWellFormed();
}

const sentences = new Map(
  Object.entries({
    ENOTFOUND: 'The address could not be found',
    ENODATA: 'The address could not be found',
    EAI_AGAIN: 'The address could not be looked up',
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection was broken off before an answer came',
    EPIPE: 'The connection was broken off before an answer came',
    ETIMEDOUT: 'The address could not be reached',
    EHOSTUNREACH: 'The address could not be reached',
    ENETUNREACH: 'The address could not be reached',
    EADDRNOTAVAIL: 'The address could not be reached',
    HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
    EPROTO: 'The connection could not be encrypted',
    CERT_HAS_EXPIRED: 'The certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
    SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not trusted',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  }),
);

/**
 * The sentence that admins read when there was no answer, from the webhook or from an address for alerts. It
 * never has the error's own message: Node's may quote the URL, whose path or credentials are often the only
 * secret.
 */
export function sentenceOf(error: unknown, timeout: number): string {
  if (error instanceof CannotSend) return error.message;
  if (!(error instanceof Error)) return 'The attempt failed';
  // The request or its signal ran out of time.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return `No answer within ${timeout / 1000} s`;
  }
  const code = 'code' in error ? String(error.code) : '';
  const sentence = sentences.get(code);
  if (sentence !== undefined) return sentence;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'The connection could not be encrypted';
  return `The attempt failed${/^\w+$/.test(code) ? ` (${code})` : ''}`;
}
