import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePorts, listenOnLocalhost } from '../../../scripts/serve/listen.ts';

/** For a program that cannot pick a free port itself. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** An HTTP server on this machine. Disposing of it breaks its connections, too. */
export abstract class LocalServer implements AsyncDisposable {
  protected port = 0;
  readonly #server = createServer((incoming, outgoing) => void this.answer(incoming, outgoing));

  protected abstract answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;

  protected async listen(): Promise<this> {
    this.port = await listenOnLocalhost(this.#server, 0);
    return this;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await this.#server[Symbol.asyncDispose]();
  }
}
