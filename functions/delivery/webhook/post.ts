import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { readBeginning } from './answer.ts';
import { checkedLookup, checkUrl, type Resolve } from './guard.ts';
import { sentenceOf } from './send-error.ts';
import { signedHeaders, type Message } from './sign.ts';
import type { Target } from './webhook.ts';

/** What came of one attempt: an answer's status, or why there was none. */
export type Sent =
  | { status: number; answer: string; retryAfter: string | null; ms: number }
  | { error: string; ms: number };

/** One attempt, in at most so many milliseconds. Never rejects. */
export type Send = (message: Message, target: Target, at: Date, limit?: number) => Promise<Sent>;

/** From the lookup of the name to the end of the answer. */
export const sendTimeout = 10_000;

interface Options {
  timeout?: number;
  resolve?: Resolve;
}

export function makeSend({
  timeout: usual = sendTimeout,
  resolve = resolveAll,
}: Options = {}): Send {
  return async (message, target, at, limit = usual) => {
    const timeout = Math.min(limit, usual);
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

/** Node's own request, which follows no redirect and, unlike fetch, lets the address be chosen. */
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
    // A connection of its own: between two calls a function may be frozen for minutes, and a kept
    // connection would be dead by then, which looks like a receiver that broke off.
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // Not the company's name, which may have letters that a header can't.
      'user-agent': 'Lead-Webhooks/1.0',
      ...signedHeaders(message, secrets, at),
    },
  });

  // Node closes without an error where it is offered another protocol.
  const unanswered = () => {
    reject(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' }));
  };
  outgoing.on('error', reject);
  outgoing.on('close', unanswered);
  outgoing.on('response', (incoming) => {
    // Whatever happens to the connection from now on, there was an answer.
    outgoing.off('close', unanswered).off('error', reject);
    outgoing.on('error', () => undefined);
    readBeginning(incoming, (answer) => {
      const { statusCode: status = 0, headers } = incoming;
      resolve({ status, answer, retryAfter: headers['retry-after'] ?? null });
      outgoing.destroy();
    });
  });
  outgoing.end(body);
  return promise;
}
