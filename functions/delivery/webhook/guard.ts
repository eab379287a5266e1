import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { Target } from './webhook.ts';

/** Thrown instead of connecting. Admins read the message, so it must not have a path, secret or cause. */
export class CannotSend extends Error {
  override name = 'CannotSend';
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export function checkUrl({ url, allowPrivate, mail }: Target): void {
  if (!mail && url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new CannotSend('The address must begin with https://');
  }
  // Node connects to an IP address without a lookup. URL normalizes every notation (decimal, octal, hexadecimal,
  // short), but not in the address of a mail server. There, the notation is looked up like a name, and the result is
  // checked.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) checkAddresses([host], allowPrivate);
}

/** The connection goes to the checked addresses. A second lookup could return a private one (DNS rebinding). */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  const checked = callbackify(async (hostname: string) => {
    const found = await resolve(hostname);
    if (found.length === 0) throw new CannotSend('The address could not be found');
    const addresses = found.map(({ address }) => address);
    checkAddresses(addresses, allowPrivate);
    return found;
  });
  // Node asks for all addresses and tries them one by one.
  return (hostname, _, done) => checked(hostname, done);
}

/** One private address among public ones is enough to refuse: only an attacker would have both. */
function checkAddresses(addresses: readonly string[], allowPrivate: boolean): void {
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new CannotSend('The address is not public');
  }
}

/** The only IPv6 range that was ever assigned for the internet. The rest is local, unassigned, or wraps IPv4. */
const assignedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(text: string): boolean {
  // A zone means one of this machine's own links.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  // The library has all ranges of IANA's registries of special addresses.
  const isSpecial = address.range() !== 'unicast';
  return !isSpecial && (address.kind() === 'ipv4' || address.match(assignedIpv6));
}
