import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from './start-error.ts';

/** Browsers try either address for "localhost", and no other machine reaches them. */
const IPV4 = '127.0.0.1';
const IPV6 = '::1';

/** Binds both servers to one port of localhost and says which; 0 takes any that is free. */
export async function listenOnLocalhost(ipv4: Server, ipv6: Server, wanted: number) {
  try {
    const port = await bind(ipv4, wanted, IPV4);
    await bind(ipv6, port, IPV6);
    return port;
  } catch (error) {
    ipv4.close();
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new StartError(
          `Port ${String(wanted)} is in use: set PORT to a free one, as in PORT=${example(wanted)} npm start.`,
          { cause: error },
        );
      case 'EACCES':
        throw new StartError(
          `Port ${String(wanted)} needs more rights than this user has: set PORT to one above 1023.`,
          { cause: error },
        );
      default:
        throw error;
    }
  }
}

async function bind(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen({ port, host }, () => {
    resolve(undefined);
  });
  try {
    await promise;
  } catch (error) {
    // A machine without IPv6 is still a machine to work on.
    const absent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '');
    if (host === IPV6 && absent) return port;
    throw error;
  } finally {
    server.off('error', reject);
  }
  return (server.address() as AddressInfo).port;
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

const example = (taken: number) => String(taken === 8890 ? 8891 : 8890);
