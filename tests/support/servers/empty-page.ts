import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = (head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>` +
  `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head>` +
  '<body><p>Empty</p></body></html>';

const stylesheet = '/late.css';
export const latePath = '/late';

/** Serves a page that paints as early as any can, and at `latePath` one that waits for a file. */
export async function withEmptyPage<T>(work: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url }, response) => {
    const isStyle = url === stylesheet;
    response.setHeader('content-type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    if (isStyle) response.end('p { color: black; }');
    else response.end(page(url === latePath ? `<link rel="stylesheet" href="${stylesheet}">` : ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
