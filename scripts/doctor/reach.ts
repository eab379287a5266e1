import { CheckFailed } from './check.ts';

/** Codes in the causes of fetch's error, in words. */
const reasons: Record<string, string> = {
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answered',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
};

interface Reached {
  status: number;
  headers: Headers;
  text: string;
}

/** Fetches. A failure names the host and the reason, but no other part of the URL. */
export async function reach(
  fetch: typeof globalThis.fetch,
  url: URL,
  options: RequestInit,
  fix: string,
): Promise<Reached> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...options });
    const { status, headers } = response;
    return { status, headers, text: await beginningOf(response) };
  } catch (error) {
    const code = innermostCode(error);
    const reason = reasons[code] ?? (code || 'no answer came');
    throw new CheckFailed(`${url.host} could not be reached (${reason}): ${fix}.`, {
      cause: error,
    });
  }
}

/** More than any of our pages has. */
const enough = 1024 * 1024;

/** Another site could send endlessly. Leaving the loop closes the connection. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= enough) break;
  }
  return text;
}

/** The code of the innermost cause that has one. */
export function innermostCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return innermostCode(error.cause) || own;
}
