/**
 * What Firebase's browser library calls. The links in its e-mails lead to the emulator itself, so
 * /emulator/*, where anyone may delete every account, stays away from the site's address.
 */
const PASSED_ON = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com\//;

/** They are about one connection, of which there are two here. */
const OF_ONE_CONNECTION =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te)$/;

/** Passes calls for Firebase Auth on to its emulator, so that browsers talk to the site alone. */
export function passOnTo(host: string): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return PASSED_ON.test(pathname)
      ? ask(`http://${host}${pathname}${search}`, request)
      : undefined;
  };
}

/** More than any sign-in needs. */
const BODY_LIMIT = 64 * 1024;

async function ask(address: string, request: Request): Promise<Response> {
  const { method, headers: sent, url } = request;
  // The emulator lets everyone do everything; a page of another site that is open here must not.
  const origin = sent.get('origin');
  if (origin !== null && origin !== new URL(url).origin) {
    return failure(403, 'Requests from other sites are not passed on.');
  }
  if (Number(sent.get('content-length')) > BODY_LIMIT || sent.has('transfer-encoding')) {
    return failure(413, 'This is too much to pass on.');
  }
  const bodiless = method === 'GET' || method === 'HEAD';
  const headers = withoutConnection(request.headers);
  headers.set('accept-encoding', 'identity');
  try {
    const response = await fetch(address, {
      method,
      headers,
      redirect: 'manual',
      body: bodiless ? null : await request.arrayBuffer(),
    });
    const { status } = response;
    return new Response(response.body, { status, headers: withoutConnection(response.headers) });
  } catch {
    return failure(502, 'The Auth emulator does not answer.');
  }
}

/** In the form in which Firebase's library looks for a message. */
const failure = (status: number, message: string): Response =>
  Response.json({ error: { code: status, message } }, { status });

function withoutConnection(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !OF_ONE_CONNECTION.test(name)));
}
