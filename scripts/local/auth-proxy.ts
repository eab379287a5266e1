/**
 * The calls of Firebase's browser library. /emulator/* is left out, because anyone could delete every
 * account there; links in e-mails lead to the emulator itself.
 */
const passedOn = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com\//;

/** These headers describe one connection, and a proxy has two. */
const ofOneConnection =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te)$/;

/** Forwards calls for Firebase Auth to its emulator, so that browsers only talk to the site. */
export function passOnTo(host: string): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return passedOn.test(pathname) ? ask(`http://${host}${pathname}${search}`, request) : undefined;
  };
}

/** More than any sign-in needs. */
const bodyLimit = 64 * 1024;

async function ask(address: string, request: Request): Promise<Response> {
  const { method, headers: sent, url } = request;
  // The emulator has no access control, so keep out pages of other sites in the same browser.
  const origin = sent.get('origin');
  if (origin !== null && origin !== new URL(url).origin) {
    return failure(403, 'Requests from other sites are not forwarded.');
  }
  if (Number(sent.get('content-length')) > bodyLimit || sent.has('transfer-encoding')) {
    return failure(413, 'This request is too large.');
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

/** In the shape in which Firebase's library expects errors. */
const failure = (status: number, message: string): Response =>
  Response.json({ error: { code: status, message } }, { status });

function withoutConnection(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !ofOneConnection.test(name)));
}
