import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { usualPort } from '../../functions/env.ts';
import { codeOf, ensure, StartError } from '../command.ts';

/** Browsers try this address for "localhost", and no other machine can reach it. */
const address = '127.0.0.1';

/** Binds the server to a port of localhost and returns the port. 0 stands for any free one. */
export async function listenOnLocalhost(server: Server, wanted: number): Promise<number> {
  try {
    await once(server.listen(wanted, address), 'listening');
    return (server.address() as AddressInfo).port;
  } catch (cause) {
    const { [String(codeOf(cause))]: sentence } = {
      EADDRINUSE: `Port ${wanted} is in use: set PORT to a free one, as in PORT=${wanted === 8890 ? 8891 : 8890} npm start.`,
      EACCES: `Port ${wanted} needs more rights than you have: set PORT to a number above 1023.`,
    } as Record<string, string>;
    throw sentence ? new StartError(sentence, { cause }) : cause;
  }
}

/** Free ports, for a program that can't choose its own. Another program could take one before it starts. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(holders.map((holder) => listenOnLocalhost(holder, 0)));
  await Promise.all(holders.map((holder) => holder[Symbol.asyncDispose]()));
  return ports;
}

const highestPort = 65_535;

/** Parses the PORT variable. 0 stands for any free port. */
export function parsePort(value: string | undefined): number {
  if (!value) return usualPort;
  const port = Number(value);
  ensure(
    /^\d+$/.test(value) && port <= highestPort,
    `PORT must be a whole number from 0 to ${highestPort}, but it is "${value}".`,
  );
  return port;
}
