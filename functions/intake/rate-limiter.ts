import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { tooMany } from '../http/request.ts';
import type { Deps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import { minute } from '../durations.ts';
import type { Admission, Store } from '../store/port.ts';

type Counting = Pick<Deps, 'ip' | 'keyedHash' | 'submitLimit' | 'now' | 'log'>;

/**
 * Each kind has its own count: /stop must work even after many leads from the same network. If simultaneous requests of
 * one network prevent the count, they are refused.
 */
export async function requireRoom(
  /** The same for each try, because all tries count once. */
  submission: string,
  store: Pick<Store, 'admit'>,
  { ip, keyedHash, submitLimit, now, log }: Counting,
  kind: 'network' | 'stop' | 'reports' = 'network',
): Promise<void> {
  const network = await keyedHash(`${kind} ${networkOf(ip)}`);
  const mark = await keyedHash(`submission ${submission}`);
  // A lead is worth more than a count: if the store can't count, every request is admitted.
  const admission = await orInstead<Admission>({ admitted: true }, 'limit-failure', log, () =>
    store.admit(network, mark, submitLimit, now()),
  );
  if (admission.admitted) return;
  log({ event: 'limit-reached' });
  const waitMs = admission.until - now().getTime();
  const minutes = Math.max(1, Math.ceil(waitMs / minute));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw tooMany(`Too many requests came from your network. Please try again in ${wait}.`, waitMs);
}

/**
 * The part of an address that a visitor can't change: all of IPv4, and the first 56 bits of IPv6. Providers give each
 * customer a /56 or more (RIPE-690). With a count for each /64, one customer would have 256 limits.
 */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*/, '');
  if (isIP(bare) === 0) return ip;
  // A socket for both versions reports an IPv4 address as IPv6.
  const address = ipaddr.process(bare).toString();
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/56`).toString() : address;
}
