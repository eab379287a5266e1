import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';
import { behave, ok, type Behaviour } from './behaviour.ts';

interface Arrival {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook like another company's, on this machine. Tests tell it how to behave. */
export class Receiver implements AsyncDisposable {
  /** In the order in which the requests were complete. */
  readonly arrivals: Arrival[] = [];
  /** The most simultaneous requests: in total, and with the same id. */
  most = 0;
  mostOfOne = 0;
  /** The number of connections that were made, and of requests that have ended. */
  connections = 0;
  closed = 0;
  /** The number of bytes of a huge answer that were read. */
  taken = 0;

  readonly #server = createServer((request, response) => {
    void this.#receive(request, response).catch((error: unknown) => {
      // A sender that disconnects early is one of the tested faults.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    });
  });
  readonly #underWay: string[] = [];
  readonly #byId = new Map<string, Behaviour>();
  readonly #waiting = new Set<{ count: number; arrived: () => void }>();
  #usual: Behaviour = ok;
  #once: Behaviour[] = [];
  #held: Promise<void> | undefined;
  #read = 0;
  /** The port stays the same after the start. */
  port = 0;

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('connection', () => (receiver.connections += 1));
    await receiver.up();
    return receiver;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/hook`);
  }

  usually(behaviour: Behaviour): void {
    this.#usual = behaviour;
  }

  next(...behaviours: Behaviour[]): void {
    this.#once.push(...behaviours);
  }

  forId(id: string, behaviour: Behaviour): void {
    this.#byId.set(id, behaviour);
  }

  /** Holds every answer from now on, until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held = promise;
    return () => {
      this.#held = undefined;
      resolve(undefined);
    };
  }

  of(id: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.id === id);
  }

  /** The texts of the messages since the last call. */
  news(): string[] {
    const texts = this.arrivals.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    return texts.slice(this.#read, (this.#read = texts.length));
  }

  /** Resolves when this many requests have come since it was opened. */
  async arrived(count: number): Promise<Arrival[]> {
    if (this.arrivals.length < count) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#waiting.add({
        count,
        arrived: () => resolve(undefined),
      });
      await promise;
    }
    return this.arrivals;
  }

  async down(): Promise<void> {
    const closed = this.#server[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens again on the same port. */
  async up(): Promise<void> {
    this.port = await listenOnLocalhost(this.#server, this.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.down();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const id = String(headers['webhook-id']);
    this.#underWay.push(id);
    response.on('close', () => {
      this.#underWay.splice(this.#underWay.indexOf(id), 1);
      this.closed += 1;
    });
    this.most = Math.max(this.most, this.#underWay.length);
    const ofThis = this.#underWay.filter((it) => it === id).length;
    this.mostOfOne = Math.max(this.mostOfOne, ofThis);

    const body = await text(request);
    const behaviour = this.#byId.get(id) ?? this.#once.shift() ?? this.#usual;
    const held = this.#held;
    this.arrivals.push({ id, path: request.url ?? '', headers, body });
    for (const waiter of this.#waiting) {
      if (this.arrivals.length < waiter.count) continue;
      this.#waiting.delete(waiter);
      waiter.arrived();
    }
    await held;
    await behave(behaviour, response, (bytes) => (this.taken = bytes));
  }
}
