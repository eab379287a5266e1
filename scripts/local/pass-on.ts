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

async function ask(address: string, request: Request): Promise<Response> {
  const { method } = request;
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
    // In the form in which Firebase's library looks for a message.
    const error = { code: 502, message: 'The Auth emulator does not answer.' };
    return Response.json({ error }, { status: 502 });
  }
}

function withoutConnection(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !OF_ONE_CONNECTION.test(name)));
}
