import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ownMachine } from '../../src/shared/api.ts';

/**
 * Headers that a proxy sets to describe the visitor. This server has no proxy in front, so the visitor forged
 * them. Netlify's edge drops or overwrites the same headers.
 */
const forwarding =
  /^(?:x-forwarded(?:-.*)?|x-nf-.*|forwarded|x-real-ip|(?:x-|true-|x-cluster-|fastly-)?client-ip|cf-connecting-ip|via)$/;

export class MalformedRequest extends Error {
  override name = 'MalformedRequest';
}

export function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET' } = incoming;
  try {
    return new Request(toUrl(incoming), {
      method,
      headers: toHeaders(incoming),
      ...(!['GET', 'HEAD'].includes(method) && {
        body: Readable.toWeb(incoming) as ReadableStream,
        duplex: 'half',
      }),
    });
  } catch (error) {
    if (error instanceof MalformedRequest) throw error;
    // Node's parser accepts some methods, for example TRACE, that Request refuses.
    throw new MalformedRequest('This request is not well formed.', { cause: error });
  }
}

/** Joins host and target as text: `new URL('//evil.example/', base)` would have another host. */
function toUrl({ url: target = '', headers }: IncomingMessage): URL {
  const base = URL.parse(`http://${headers.host ?? 'localhost'}`);
  const plain = base?.href === `${String(base?.origin)}/`;
  // Prevents DNS rebinding: with another host name, a page of another site would have the same origin.
  if (base && !ownMachine.includes(base.hostname)) {
    throw new MalformedRequest('This server only answers at localhost.');
  }
  const url = plain && target.startsWith('/') ? URL.parse(base.origin + target) : null;
  if (!url || !decodes(url.pathname)) {
    throw new MalformedRequest('This address is not well formed.');
  }
  return url;
}

function decodes(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0');
  } catch {
    return false;
  }
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (forwarding.test(name)) continue;
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

export async function respond(outgoing: ServerResponse, response: Response): Promise<void> {
  // Read the whole body first: if that fails, an error can still be sent.
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  // A client that is refused early may still be sending, so the connection can't be reused.
  if (!outgoing.req.complete) outgoing.setHeader('connection', 'close');
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.end(body);
}
