import { lookup } from 'node:dns/promises';
import { CannotSend, checkedLookup, checkUrl, type Resolve } from './webhook/guard.ts';
import type { Message } from './webhook/message.ts';
import { post, type Answer } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';

/** `error` says why there was no answer. */
export type Sent = (Answer & { ms: number }) | { error: string; ms: number };

/** Makes one attempt. Never rejects. */
export type Send = (message: Message, target: Target, at: Date) => Promise<Sent>;

export const answerFields = (sent: Sent) => ({
  ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
  ms: sent.ms,
});

/** In ms, from the DNS lookup to the end of the answer, or to the status of a success. */
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
      // Loaded with the first mail, because a site with a webhook doesn't need it.
      const { sendMail } = await import('./mail/send-mail.ts');
      return { ...(await sendMail(message, { ...target, mail }, at, connection)), ms: ms() };
    } catch (error) {
      return { error: sentenceOf(error, timeout), ms: ms() };
    }
  };
}

export const send: Send = makeSend();

const sentences: Readonly<Record<string, readonly string[]>> = {
  'The address could not be found': ['ENOTFOUND', 'ENODATA'],
  'The address could not be looked up': ['EAI_AGAIN'],
  'The address could not be reached': ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  'The connection was refused': ['ECONNREFUSED'],
  'The connection was broken off before an answer came': ['ECONNRESET', 'EPIPE', 'ECONNECTION'],
  'The connection could not be encrypted': ['EPROTO', 'ETLS'],
  'The headers of the answer are too large': ['HPE_HEADER_OVERFLOW'],
  'The answer was not SMTP': ['EPROTOCOL'],
  'The certificate has expired': ['CERT_HAS_EXPIRED'],
  'The certificate is for another name': ['ERR_TLS_CERT_ALTNAME_INVALID'],
  'The certificate is not trusted': [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
};

/** Admins read this. Node's own message may quote the URL, whose path or credentials are often the only secret. */
export function sentenceOf(error: unknown, timeout: number): string {
  if (error instanceof CannotSend) return error.message;
  if (!(error instanceof Error)) return 'The attempt failed';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return `No answer within ${timeout / 1000} s`;
  }
  const code = codeOf(error);
  const [sentence] = Object.entries(sentences).find(([, codes]) => codes.includes(code)) ?? [];
  if (sentence !== undefined) return sentence;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'The connection could not be encrypted';
  return `The attempt failed${/^\w+$/.test(code) ? ` (${code})` : ''}`;
}

/** Nodemailer keeps Node's code in `originalCode`. */
const codeOf = (error: Error & { code?: string | number; originalCode?: string }): string =>
  String(error.originalCode ?? error.code ?? '');
