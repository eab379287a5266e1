import { createHash } from 'node:crypto';
import { Compressor, isCompressible, preferredEncoding } from './compression.ts';

const compressor = new Compressor();

/** Adds what Netlify's CDN adds to a file: compression, and a tag that saves sending it again. */
export async function deliver(asked: Headers, response: Response): Promise<Response> {
  if (!response.body) return response;
  const content = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  const headers = new Headers(response.headers);
  const hash = createHash('sha256').update(content).digest('base64url');
  const compressible = isCompressible(headers.get('content-type') ?? '');
  const encoding = compressible ? preferredEncoding(asked.get('accept-encoding') ?? '') : undefined;

  if (compressible) headers.append('vary', 'Accept-Encoding');
  if (status === 200) {
    const tag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
    headers.set('etag', tag);
    if (names(asked.get('if-none-match') ?? '', tag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const body = encoding ? await compressor.compress(content, hash, encoding) : content;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(body, { status, headers });
}

function names(ifNoneMatch: string, tag: string): boolean {
  const known = ifNoneMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
