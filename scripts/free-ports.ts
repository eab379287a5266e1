import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

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
