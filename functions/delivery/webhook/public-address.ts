import { BlockList, isIP } from 'node:net';

type Range = readonly [net: string, prefix: number];

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and what is not for one machine. */
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
 * Only these have ever been given out for use on the internet. All that wraps or translates an
 * IPv4 address (mapped, NAT64), is local (unique, link, site) or unassigned lies outside.
 */
const globalIpv6: Range = ['2000::', 3];

/** https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it lies inside. */
const specialIpv6: readonly Range[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

// A list a family: in a common one, a rule for mapped addresses would hold for every IPv4 address.
const notPublicIpv4 = listOf(specialIpv4, 'ipv4');
const publicIpv6 = listOf([globalIpv6], 'ipv6');
const notPublicIpv6 = listOf(specialIpv6, 'ipv6');

/** Whether an address can be a machine on the internet, rather than something near this one. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublicIpv4.check(address, 'ipv4');
    case 6:
      // With a zone it is meant for one of this machine's own links.
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
