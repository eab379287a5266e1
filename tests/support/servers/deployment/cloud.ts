import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort, listenOnLocalhost } from '../../../../scripts/serve/listen.ts';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
}

type Behaviour = Answer | ((request: Request) => Response | Promise<Response>);

/** A server on this machine that answers for hosts of the internet. */
export class Cloud implements AsyncDisposable {
  /** By host and path, as in `www.example.com/about`. */
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #unreachable = new Set<string>();
  #port = 0;
  #deadPort = 0;
  readonly #server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));

  static async open(): Promise<Cloud> {
    const cloud = new Cloud();
    cloud.#port = await listenOnLocalhost(cloud.#server, 0);
    cloud.#deadPort = await freePort();
    return cloud;
  }

  /** A request without a host name is for Firestore, as with an emulator. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  on(place: string, behaviour: Behaviour): void {
    this.#behaviours.set(place, behaviour);
  }

  /** Refuses connections to it from now on. */
  takeDown(host: string): void {
    this.#unreachable.add(host);
  }

  /** Sends requests for other machines to this server. */
  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    headers.set('x-host', url.host);
    const down = this.#unreachable.has(url.host);
    const host = down ? `127.0.0.1:${this.#deadPort}` : this.host;
    const here = new URL(url.pathname + url.search, `http://${host}`);
    return fetch(here, { ...init, headers });
  };

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const host = String(incoming.headers['x-host'] ?? 'firestore.googleapis.com');
    const url = new URL(incoming.url ?? '', `https://${host}`);
    const behaviour = this.#behaviours.get(host + decodeURIComponent(url.pathname)) ??
      this.#behaviours.get(`${host}/*`) ?? { status: 404 };
    const { method = 'GET' } = incoming;
    const body = await buffer(incoming);
    const request = new Request(url, {
      method,
      headers: incoming.headers as Record<string, string>,
      ...(method !== 'GET' && { body }),
    });
    const response =
      typeof behaviour === 'function' ? await behaviour(request) : toResponse(behaviour);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await this.#server[Symbol.asyncDispose]();
  }
}

export function toResponse({ status = 200, headers = {}, body = {} }: Answer): Response {
  return typeof body === 'string'
    ? new Response(body, { status, headers })
    : Response.json(body, { status, headers });
}
