import { deliver } from './deliver.ts';
import { ownAnswer } from './own-answer.ts';
import { slashRedirect } from './slash-redirect.ts';

const NOT_FOUND_PAGE = '/404.html';
const SETTINGS = /^\/_(?:headers|redirects)\/?$/i;
const off = { enabled: false };

export interface StaticFiles {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Pages, headers and redirects by the files that Netlify reads: netlify.toml and the build. */
export async function openStaticFiles(root: string, publish: string): Promise<StaticFiles> {
  // Loading it takes longer than all else here: whoever can't start should hear so before.
  const { NetlifyDev } = await import('@netlify/dev');
  const netlify = new NetlifyDev({
    projectRoot: root,
    // An empty token keeps a folder linked to a Netlify site from asking Netlify's API.
    apiToken: '',
    // Only functions and images of @netlify/dev would call it, but it refuses to work without.
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
    const page = await netlify.handle(new Request(new URL(NOT_FOUND_PAGE, origin)));
    return new Response(page?.body ?? 'Not found', { status: 404, headers: page?.headers ?? {} });
  };

  const find = async (url: URL, headers: Headers) => {
    // A path with an empty segment names no page, and a redirect to it would leave the site.
    // Netlify reads its settings from the published folder, and publishes them to nobody.
    if (url.pathname.includes('//') || SETTINGS.test(url.pathname)) return notFound(url.origin);
    const found = await netlify.handleAndIntrospect(new Request(url, { headers }));
    // For a rule that forces a 404, @netlify/dev has a line of text where Netlify has the page.
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
        return deliver(request.headers, response);
      }
      await response.body?.cancel();
      return ownAnswer(405, 'This address can only be read.', { allow: 'GET, HEAD' });
    },
    close: () => netlify.stop(),
  };
}
