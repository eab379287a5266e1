import { lookup } from 'node:dns/promises';
import { CannotSend, checkedLookup, checkUrl, type Resolve } from './webhook/guard.ts';
import type { Message } from './webhook/message.ts';
import { post, type Answer } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';

/** The result of one attempt: the answer's status, or why there was no answer. */
export type Sent = (Answer & { ms: number }) | { error: string; ms: number };

/** Makes one attempt. Never rejects. */
export type Send = (message: Message, target: Target, at: Date) => Promise<Sent>;

/** Covers everything from the lookup of the name to the end of the answer, or to the status of a success. */
export const sendTimeout = 10_000;

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

export function makeSend({ timeout = sendTimeout, resolve = resolveAll } = {}): Send {
  return async (message, target, at) => {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    try {
      checkUrl(target);
      const { mail, allowPrivate } = target;
      const lookup = checkedLookup(resolve, allowPrivate);
      const connection = { lookup, signal: AbortSignal.timeout(timeout) };
      if (!mail) return { ...(await post(message, target, at, connection)), ms: ms() };
      // Loaded with the first mail: a site with a webhook doesn't need it.
      const { sendMail } = await import('./mail/send-mail.ts');
      return { ...(await sendMail(message, { ...target, mail }, at, connection)), ms: ms() };
    } catch (error) {
      return { error: sentenceOf(error, timeout), ms: ms() };
    }
  };
}

export const send: Send = makeSend();

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
    ECONNECTION: 'The connection was broken off before an answer came',
    EPROTO: 'The connection could not be encrypted',
    ETLS: 'The connection could not be encrypted',
    EPROTOCOL: 'The answer was not SMTP',
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
  const code = codeOf(error);
  const sentence = sentences.get(code);
  if (sentence !== undefined) return sentence;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'The connection could not be encrypted';
  return `The attempt failed${/^\w+$/.test(code) ? ` (${code})` : ''}`;
}

/** The code of an error. Nodemailer keeps Node's code in a field of its own. */
const codeOf = (error: Error & { code?: string | number; originalCode?: string }): string =>
  String(error.originalCode ?? error.code ?? '');
