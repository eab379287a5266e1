import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Adds what Netlify's CDN adds to a file: compression, and an ETag that saves sending it again. */
export async function asCdn(asked: Headers, response: Response): Promise<Response> {
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

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODERS;

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:javascript|json|xml))/;

export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}

/** The encoding that Netlify would pick from `Accept-Encoding`: brotli first, then gzip. */
export function preferredEncoding(accepted: string): Encoding | undefined {
  const weights = new Map(accepted.split(',').map(parseChoice));
  const names: Encoding[] = ['br', 'gzip'];
  return names.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

function parseChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight)];
}

/** Compresses each file once, since brotli at its best quality is slow and files rarely change. */
export class Compressor {
  readonly #done = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  compress(content: Uint8Array, hash: string, encoding: Encoding) {
    const key = `${hash}-${encoding}`;
    const done =
      this.#done.get(key) ?? ENCODERS[encoding](content).then((bytes) => new Uint8Array(bytes));
    this.#done.set(key, done);
    return done;
  }
}

const compressor = new Compressor();
