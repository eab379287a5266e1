import { CannotSend } from './guard.ts';

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
    return `No answer within ${(timeout / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
  }
  const code = 'code' in error ? String(error.code) : '';
  const sentence = sentences.get(code);
  if (sentence !== undefined) return sentence;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'The connection could not be encrypted';
  return `The attempt failed${/^\w+$/.test(code) ? ` (${code})` : ''}`;
}
