import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { clock, printable } from './webhook-receiver.ts';

interface MailReceiver {
  url: string;
  close(): void;
}

/** Stands in for the company's mail server: takes every mail and prints its text. */
export async function openMailReceiver(print: (line: string) => void): Promise<MailReceiver> {
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
  // A sender may leave at any time.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close() {
      server.close();
    },
  };
}
