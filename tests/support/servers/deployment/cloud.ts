import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort, LocalServer } from '../local-server.ts';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
}

type Behaviour = Answer | ((request: Request) => Response | Promise<Response>);

/** Answers for hosts of the internet. A request without a host name is for Firestore, as with an emulator. */
export class Cloud extends LocalServer {
  /** By host and path, as in `www.example.com/about`. */
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #unreachable = new Set<string>();
  #deadPort = 0;

  static async open(): Promise<Cloud> {
    const cloud = await new Cloud().listen();
    cloud.#deadPort = await freePort();
    return cloud;
  }

  on(place: string, behaviour: Behaviour): void {
    this.#behaviours.set(place, behaviour);
  }

  /** Refuses connections to this host from now on. */
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

  protected override async answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
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
}

export function toResponse({ status = 200, headers = {}, body = {} }: Answer): Response {
  return typeof body === 'string'
    ? new Response(body, { status, headers })
    : Response.json(body, { status, headers });
}
