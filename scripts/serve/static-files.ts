import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ownAnswer } from './node-http.ts';

const notFoundPage = '/404.html';
const settingsFiles = /^\/_(?:headers|redirects)\/?$/i;
const off = { enabled: false };

interface StaticFiles {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Serves pages, headers and redirects as netlify.toml and the build define them. */
export async function openStaticFiles(root: string, publish: string): Promise<StaticFiles> {
  // This import is slow, so it comes after everything that may keep the server from starting.
  const { NetlifyDev } = await import('@netlify/dev');
  const netlify = new NetlifyDev({
    projectRoot: root,
    // An empty token keeps a folder linked to a Netlify site from asking Netlify's API.
    apiToken: '',
    // Only the functions and images of @netlify/dev use it, but it is required.
    serverAddress: 'http://localhost',
    skipGitignore: true,
    logger: { log: () => undefined, warn: console.warn, error: console.error },
    aiGateway: off,
    blobs: off,
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    functions: off,
    geolocation: off,
    images: off,
  });
  await netlify.start();

  const notFound = async (origin: string) => {
    const page = await netlify.handle(new Request(new URL(notFoundPage, origin)));
    return new Response(page?.body ?? 'Not found', { status: 404, headers: page?.headers ?? {} });
  };

  const find = async (url: URL, headers: Headers) => {
    // A redirect to a path with an empty segment would leave the site. `_headers` and `_redirects`
    // are settings that Netlify reads from the published folder but doesn't serve.
    if (url.pathname.includes('//') || settingsFiles.test(url.pathname))
      return notFound(url.origin);
    const found = await netlify.handleAndIntrospect(new Request(url, { headers }));
    // @netlify/dev answers a forced 404 with a line of text; Netlify answers with the 404 page.
    if (!found || found.response.status === 404) return notFound(url.origin);

    const location = found.type === 'static' && slashRedirect(url, publish);
    if (!location) return found.response;
    await found.response.body?.cancel();
    return ownAnswer(301, null, { location });
  };

  return {
    async answer(request) {
      const response = await find(new URL(request.url), request.headers);
      if (request.method === 'GET' || request.method === 'HEAD' || !response.ok) {
        return asCdn(request.headers, response);
      }
      await response.body?.cancel();
      return ownAnswer(405, 'This address can only be read.', { allow: 'GET, HEAD' });
    },
    close: () => netlify.stop(),
  };
}

/**
 * The path without its trailing slash, if a page has that name. Netlify's pretty URLs redirect there,
 * and @netlify/dev doesn't: https://github.com/slorber/trailing-slash-guide
 */
function slashRedirect({ pathname, search }: URL, publish: string): string | undefined {
  if (pathname === '/' || !pathname.endsWith('/')) return undefined;
  const page = pathname.slice(0, -1);
  return existsSync(path.join(publish, `${page}.html`)) ? page + search : undefined;
}

/** Adds what Netlify's CDN adds to a file: compression, and an ETag that saves sending it again. */
async function asCdn(asked: Headers, response: Response): Promise<Response> {
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

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof encoders;

const compressibleTypes =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:javascript|json|xml))/;

export function isCompressible(contentType: string): boolean {
  return compressibleTypes.test(contentType);
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
class Compressor {
  readonly #done = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  compress(content: Uint8Array, hash: string, encoding: Encoding) {
    const key = `${hash}-${encoding}`;
    const done =
      this.#done.get(key) ?? encoders[encoding](content).then((bytes) => new Uint8Array(bytes));
    this.#done.set(key, done);
    return done;
  }
}

const compressor = new Compressor();
