import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between a client and a server. `open` forwards everything, and `shut` breaks all connections
 * and refuses new ones. `deaf` forwards requests but no answers: the server does the work, and the
 * client never learns of it.
 */
export class Gate implements AsyncDisposable {
  state: 'open' | 'deaf' = 'open';
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
        from.on('data', (bytes) => {
          if (from === far && this.state === 'deaf') near.resetAndDestroy();
          else to.write(bytes);
        });
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
    this.state = 'open';
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async shut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.shut();
  }
}
