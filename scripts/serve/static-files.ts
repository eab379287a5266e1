import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { StaticHandler } from '@netlify/static';
import * as z from 'zod';
import { respond as ownAnswer } from '../../functions/http/answer.ts';

const notFoundPage = '/404.html';
/** Settings that Netlify reads from the published folder but doesn't serve. */
const settingsFiles = /^\/_(?:headers|redirects)\/?$/i;

/** Serves pages, headers and redirects as netlify.toml and the build define them. */
export function openStaticFiles(root: string, publish: string) {
  const files = new StaticHandler({ directory: publish });
  const headers = new HeadersHandler({
    configHeaders: adapterHeaders(root),
    configPath: path.join(root, 'netlify.toml'),
    projectDir: root,
    publishDir: publish,
    logger: console,
  });

  const redirects = new RedirectsHandler({
    configPath: path.join(root, 'netlify.toml'),
    configRedirects: [],
    // Needed only for rules about roles, and the site has none.
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir: root,
    publicDir: publish,
  });

  const read = async (request: Request) => {
    const response = await (await files.match(request))?.handle();
    if (response) await headers.apply(request, response);
    return response;
  };

  const notFound = async (origin: string) => {
    const page = await read(new Request(new URL(notFoundPage, origin)));
    return new Response(page?.body ?? 'Not found', { status: 404, headers: page?.headers ?? {} });
  };

  const find = async (url: URL) => {
    const { pathname, search, origin } = url;
    // `Location: //host` leads to another host, so paths with an empty segment have no redirect.
    const isHidden = [/\/\//, settingsFiles].some((pattern) => pattern.test(pathname));
    const rule = isHidden ? undefined : await redirects.match(new Request(url));
    if (rule?.redirect) {
      const { target, statusCode } = rule;
      return ownAnswer(statusCode, null, {
        location: target.pathname + target.search + target.hash,
      });
    }
    const found = isHidden || rule ? undefined : await read(new Request(url));
    if (!found) return notFound(origin);

    const location = withoutSlash(pathname, publish);
    if (location === undefined) return found;
    await found.body?.cancel();
    return ownAnswer(301, null, { location: location + search });
  };

  return {
    async answer(request: Request): Promise<Response> {
      const response = await find(new URL(request.url));
      if (request.method === 'GET' || request.method === 'HEAD' || !response.ok) {
        return asCdn(request.headers, response);
      }
      await response.body?.cancel();
      return ownAnswer(405, 'This address can only be read.', { allow: 'GET, HEAD' });
    },
  };
}

const adapterSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
});

/** Headers that Astro's adapter sets: https://docs.netlify.com/build/frameworks/frameworks-api/ */
function adapterHeaders(root: string) {
  const file = path.join(root, '.netlify/v1/config.json');
  return existsSync(file)
    ? adapterSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).headers
    : [];
}

/**
 * The path without its trailing slash, if a page has it. Netlify's pretty URLs redirect to it:
 * https://github.com/slorber/trailing-slash-guide
 */
function withoutSlash(pathname: string, publish: string): string | undefined {
  if (pathname === '/' || !pathname.endsWith('/')) return undefined;
  const page = pathname.slice(0, -1);
  return existsSync(path.join(publish, `${page}.html`)) ? page : undefined;
}

/** Compresses text, as Netlify's CDN does. */
async function asCdn(asked: Headers, response: Response): Promise<Response> {
  if (!response.body) return response;
  const headers = new Headers(response.headers);
  let body = new Uint8Array(await response.arrayBuffer());
  if (compressibleTypes.test(headers.get('content-type') ?? '')) {
    headers.append('vary', 'Accept-Encoding');
    const accepted = asked.get('accept-encoding') ?? '';
    if (accepted.split(/, */).includes('br')) {
      headers.set('content-encoding', 'br');
      body = new Uint8Array(await brotli(body, { params }));
    }
  }
  headers.set('content-length', String(body.length));
  return new Response(body, { status: response.status, headers });
}

const compressibleTypes =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:javascript|json|xml))/;

const brotli = promisify(brotliCompress);
/** The highest quality, 11, takes forty times as long and saves a tenth of the bytes. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
