import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

interface Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/**
 * The reaction to a request: an answer, or a fault. `drip-success` answers 200 and never ends, `drip-body` 500;
 * `huge` answers 500 with 100 MB.
 */
export type Behaviour =
  | Answer
  | 'hang'
  | 'reset'
  | 'close'
  | 'drip-success'
  | 'drip-body'
  | 'huge'
  | 'other-protocol';

export const ok: Answer = { status: 200 };

const chunk = Buffer.alloc(64 * 1024, 'x');
const hugeSize = 100 * 1024 * 1024;

/** Applies the behaviour. Reports how many bytes of a huge response were read. */
export async function behave(
  behaviour: Behaviour,
  response: ServerResponse,
  taken: (bytes: number) => void,
): Promise<void> {
  const { socket } = response;
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
    return;
  }
  switch (behaviour) {
    case 'hang':
      return;
    case 'reset':
      socket?.resetAndDestroy();
      return;
    case 'close':
      socket?.end();
      return;
    case 'other-protocol':
      socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      return;
    case 'drip-success':
    case 'drip-body':
      drip(response.writeHead(behaviour === 'drip-body' ? 500 : 200));
      return;
    case 'huge':
      await sendHuge(response.writeHead(500, { 'content-length': hugeSize }), taken);
  }
}

async function sendHuge(response: ServerResponse, taken: (bytes: number) => void): Promise<void> {
  const closed = new AbortController();
  response.on('close', () => closed.abort());
  for (let sent = 0; sent < hugeSize && !closed.signal.aborted; sent += chunk.length) {
    if (!response.write(chunk)) {
      await once(response, 'drain', { signal: closed.signal }).catch(() => undefined);
    }
    taken(sent);
  }
  response.end();
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 10);
  response.on('close', () => clearInterval(timer));
}
