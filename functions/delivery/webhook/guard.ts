import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
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
  return (hostname, _, done) => {
    resolve(hostname).then(
      (found) => {
        try {
          if (found.length === 0) throw new CannotSend('The address could not be found');
          checkAddresses(
            found.map(({ address }) => address),
            allowPrivate,
          );
        } catch (error) {
          done(error as Error, []);
          return;
        }
        // Node asks for all of them, and tries one after the other.
        done(null, found);
      },
      (error: unknown) => {
        done(error as Error, []);
      },
    );
  };
}

/** One private address among public ones is enough to refuse: only an attacker would have both. */
function checkAddresses(addresses: readonly string[], allowPrivate: boolean): void {
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new CannotSend('The address is not public');
  }
}

type Range = readonly [net: string, prefix: number];

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and ranges that aren't for a single machine. */
const specialIpv4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared behind a carrier's NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata of cloud machines
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast at its end
];

/**
 * The only range that has ever been assigned for use on the internet. Addresses that wrap or translate
 * an IPv4 address (mapped, NAT64), are local (unique, link, site) or unassigned are outside of it.
 */
const globalIpv6: Range = ['2000::', 3];

/** https://www.iana.org/assignments/iana-ipv6-special-registry, the part inside that range. */
const specialIpv6: readonly Range[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

// One list for each family: in a shared one, a rule for mapped addresses would match every IPv4 address.
const notPublicIpv4 = listOf(specialIpv4, 'ipv4');
const publicIpv6 = listOf([globalIpv6], 'ipv6');
const notPublicIpv6 = listOf(specialIpv6, 'ipv6');

/** Whether an address can be a machine on the internet, and not one on a network of ours. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublicIpv4.check(address, 'ipv4');
    case 6:
      // A zone means one of this machine's own links.
      if (address.includes('%')) return false;
      return publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family);
  return list;
}
