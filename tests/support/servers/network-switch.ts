import { connect, createServer, type Socket } from 'node:net';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';

/** A proxy before a server. When it is shut, it breaks all connections and refuses new ones. */
export class Gate implements AsyncDisposable {
  readonly #sockets = new Set<Socket>();
  readonly #server;
  #port = 0;

  private constructor(host: string) {
    const [hostname = '', port] = host.split(':');
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => to.write(bytes));
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async before(host: string): Promise<Gate> {
    const gate = new Gate(host);
    await gate.open();
    return gate;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#port = await listenOnLocalhost(this.#server, this.#port);
  }

  async shut(): Promise<void> {
    const closed = this.#server[Symbol.asyncDispose]();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.shut();
  }
}
