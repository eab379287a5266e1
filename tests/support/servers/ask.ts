import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

interface Question {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
  host?: string;
  /** An address of this machine, as if it were a visitor's. */
  from?: string;
}

/** Requests exactly this path: `fetch` would normalize it, and decompress the answer. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, host = '127.0.0.1', from: localAddress } = question;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request({ port, host, path, method, headers, localAddress, agent: false }, (incoming) => {
    const { statusCode: status } = incoming;
    buffer(incoming).then(
      (bytes) => resolve({ status, headers: incoming.headers, bytes, text: bytes.toString() }),
      reject,
    );
  })
    .on('error', reject)
    .end(body);
  return promise;
}

/** Sends these bytes and returns the status of the answer. */
export async function askRaw(port: number, bytes: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.end(bytes);
  const answer = await text(socket);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

/** The sources of each directive of a content security policy. */
export function directives(policy: string): Map<string, string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}
