import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { usualPort } from '../../functions/variables.ts';
import { codeOf, StartError } from '../command.ts';
import { once } from 'node:events';

/** Browsers try both addresses for "localhost", and no other machine can reach them. */
const ipv4Address = '127.0.0.1';
const ipv6Address = '::1';

/** Binds both servers to the same port of localhost and returns it; 0 takes any free port. */
export async function listenOnLocalhost(ipv4: Server, ipv6: Server, wanted: number) {
  try {
    const port = await bind(ipv4, wanted, ipv4Address);
    await bind(ipv6, port, ipv6Address);
    return port;
  } catch (error) {
    ipv4.close();
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new StartError(
          `Port ${wanted} is in use: set PORT to a free one, as in PORT=${example(wanted)} npm start.`,
          { cause: error },
        );
      case 'EACCES':
        throw new StartError(
          `Port ${wanted} needs more rights than you have: set PORT to a number above 1023.`,
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
    // The site also works on a machine without IPv6.
    const absent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(codeOf(error)));
    if (host === ipv6Address && absent) return port;
    throw error;
  } finally {
    server.off('error', reject);
  }
  return (server.address() as AddressInfo).port;
}

const example = (taken: number) => String(taken === 8890 ? 8891 : 8890);

const highestPort = 65_535;

/** Parses the PORT variable. 0 asks for any free port. */
export function parsePort(value: string | undefined): number {
  if (!value) return usualPort;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > highestPort) {
    throw new StartError(
      `PORT must be a whole number from 0 to ${highestPort}, but it is "${value}".`,
    );
  }
  return port;
}

/** For programs that can't pick a free port themselves. All are held at once, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(
    holders.map((holder) => {
      const closed = once(holder, 'close');
      holder.close();
      return closed;
    }),
  );
  return ports;
}
