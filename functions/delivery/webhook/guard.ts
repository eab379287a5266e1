import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { Target } from './webhook.ts';

/** Thrown instead of connecting. Admins read the message, so it has no path, secret or cause in it. */
export class CannotSend extends Error {
  override name = 'CannotSend';
}

/** Finds all addresses of a name, as `dns.promises.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Throws when the URL alone shows that it must not be called. */
export function checkUrl({ url, allowPrivate, mail }: Target): void {
  if (!mail && url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new CannotSend('The address must begin with https://');
  }
  // Node connects to an IP address without a lookup. URL has already turned every way of writing one
  // (decimal, octal, hexadecimal, short) into the usual one. In the address of a mail server, it leaves them
  // as they are: then they are looked up like names, and what is found is checked.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) checkAddresses([host], allowPrivate);
}

/**
 * The connection goes to the addresses that were checked. If the name were looked up twice, the second
 * answer could be a private address (DNS rebinding).
 */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  const checked = callbackify(async (hostname: string) => {
    const found = await resolve(hostname);
    if (found.length === 0) throw new CannotSend('The address could not be found');
    const addresses = found.map(({ address }) => address);
    checkAddresses(addresses, allowPrivate);
    return found;
  });
  // Node asks for all addresses, and tries one after the other.
  return (hostname, _, done) => checked(hostname, done);
}

/** One private address among public ones is enough to refuse: only an attacker would have both. */
function checkAddresses(addresses: readonly string[], allowPrivate: boolean): void {
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new CannotSend('The address is not public');
  }
}

/**
 * The only range of IPv6 that has ever been assigned for use on the internet. What is outside of it is local,
 * unassigned, or wraps an IPv4 address.
 */
const assignedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address can be a machine on the internet, and not one on a network of ours. */
export function isPublicAddress(text: string): boolean {
  // A zone means one of this machine's own links.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  // The library knows all ranges of IANA's registries of special addresses.
  const isSpecial = address.range() !== 'unicast';
  return !isSpecial && (address.kind() === 'ipv4' || address.match(assignedIpv6));
}
