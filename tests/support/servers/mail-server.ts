import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';
import type { Receiver } from './receiver.ts';

interface Arrived {
  /** The addresses that the server accepted it for. */
  to: string[];
  raw: string;
  /** The id of the lead. */
  id: string;
}

/** Sends an SMTP response, such as "452 come back". */
export const smtpError = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** The server accepts the mail and disconnects without an answer. */
export const dies = 'dies';

const idIn = (raw: string): string => /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? '';

/** A mail server like a provider's, on this machine. Tests tell it what to refuse. */
export class MailServer implements AsyncDisposable {
  readonly mails: Arrived[] = [];
  /** Its refusals of an address, one for each of the next mails. */
  readonly refusals = new Map<string, string[]>();
  /** Its responses to the next mails after the content. */
  readonly afterData: string[] = [];
  readonly #server: SMTPServer;
  port = 0;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      closeTimeout: 1,
      disableReverseLookup: true,
      // No client would trust this server's own certificate.
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        const refusal = this.refusals.get(address)?.shift();
        done(refusal === undefined ? undefined : smtpError(refusal));
      },
      onData: (stream, { envelope, id: session }, done) => {
        const take = (raw: string) => {
          const [after] = this.afterData.splice(0, 1);
          const to = envelope.rcptTo.map(({ address }) => address);
          if (after === undefined || after === dies) this.mails.push({ to, raw, id: idIn(raw) });
          if (after === dies) this.drop(session);
          else done(after === undefined ? undefined : smtpError(after));
        };
        // A sender may be killed during the mail.
        void text(stream).then(take, done);
      },
      ...options,
    });
    this.#server.on('error', () => undefined);
  }

  static async open(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    server.port = await listenOnLocalhost(server.#server.server, 0);
    return server;
  }

  /** Forwards each mail to a receiver, and behaves like it. */
  static async into({ url }: Receiver): Promise<MailServer> {
    const server = await MailServer.open({
      onData: (stream, { id: session }, done) => {
        const pass = async (raw: string) => {
          // Each copy has its own date and boundary.
          const body = raw.replace(/^Date: .*|boundary=.*|--_NmP.*$/gm, '');
          const headers = { 'webhook-id': idIn(raw) };
          const { ok, status } = await fetch(url, { method: 'POST', headers, body });
          done(ok ? undefined : smtpError(`${status} no`));
        };
        const breakOff = () => server.drop(session);
        text(stream).then(pass).catch(breakOff);
      },
    });
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#server.connections.size;
  }

  async parsed(index = -1) {
    const mail = this.mails.at(index);
    if (!mail) throw new Error('No mail has come');
    return PostalMime.parse(mail.raw);
  }

  drop(session: string): void {
    for (const connection of this.#server.connections)
      if (connection.id === session) connection._socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((closed) => this.#server.close(closed));
  }
}
