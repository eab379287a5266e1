import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { jsonIn } from '../../src/shared/json.ts';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { listenOnLocalhost } from '../serve/listen.ts';

/** Replaces the company's CRM: checks the signature of each delivery and prints a line. */
export async function openWebhookReceiver(
  secrets: readonly string[],
  print: (line: string) => void,
) {
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const time = clock();
        const [, chat] = /^\/(alert|notice)$/.exec(request.url ?? '') ?? [];
        if (chat) {
          print(printable(`${time} ${chat}: ${fieldsIn(body).text ?? 'not JSON'}`));
          response.writeHead(200).end();
          return;
        }
        const verdict = judge(body, request.headers, secrets);
        const id = String(request.headers['webhook-id'] ?? 'without webhook-id');
        print(printable(`${time} webhook ${id}: ${verdict.says}`));
        response.writeHead(verdict.status).end();
      },
      // The sender closed the connection, so no answer can reach it.
      () => response.destroy(),
    );
  });
  const url = `http://127.0.0.1:${await listenOnLocalhost(server, 0)}/`;
  return {
    url,
    /** Stand-ins for chats. Their messages are printed. */
    alertUrl: `${url}alert`,
    noticeUrl: `${url}notice`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function judge(body: string, headers: IncomingHttpHeaders, secrets: readonly string[]) {
  const faults = secrets.map((secret) => faultOf(body, headers, secret));
  if (!faults.includes(undefined)) return { status: 401, says: `refused, ${faults[0]}` };
  const { name, company, test, type, email, phone } = fieldsIn(body);
  if (type !== undefined) {
    const who = [email, phone].filter(Boolean).join(', ');
    return { status: 204, says: `verified, ${String(type)}: ${who}` };
  }
  // An admin can send a test from the inbox.
  const what = test === true ? 'a test, ' : '';
  return { status: 204, says: `verified, ${what}from ${String(name)}, ${String(company)}` };
}

function faultOf(body: string, headers: IncomingHttpHeaders, secret: string): string | undefined {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return undefined;
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.message.toLowerCase() : String(error);
  }
}

const fieldsIn = (body: string) =>
  Object(jsonIn(body)) as Record<string, string | boolean | undefined>;

const clock = (): string => new Date().toTimeString().slice(0, 8);

/** Replaces terminal control characters, which visitors could write into their names. */
const printable = (line: string): string => line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');

/** Replaces the company's mail server: accepts every mail and prints its text. */
export async function openMailReceiver(print: (line: string) => void) {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1,
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      const parsed = buffer(stream).then((mail) => PostalMime.parse(mail));
      void parsed.then(({ subject = '', text = '' }) => {
        print(printable(`${clock()} mail to ${to}: ${subject}`));
        for (const line of text.trimEnd().split('\n')) print(printable(`  ${line}`));
        done();
      }, done);
    },
  });
  // A sender may close the connection at any time.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${await listenOnLocalhost(server.server, 0)}`,
    close() {
      server.close();
    },
  };
}
