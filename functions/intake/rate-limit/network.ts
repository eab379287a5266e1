import { isIPv6 } from 'node:net';

/** A provider gives a customer these first groups of an IPv6 address; the customer picks the rest. */
const customerGroups = 4;
const groups = 8;

/** The part of an address that a visitor can't change: all of IPv4, or the /64 of IPv6. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const all = expand(address);
  // An IPv4 address mapped to IPv6, as sockets that listen to both report it.
  if (all.slice(0, 5).every((it) => it === 0) && all[5] === 0xffff) {
    return all
      .slice(6)
      .flatMap((it) => [it >> 8, it & 0xff])
      .join('.');
  }
  return `${all
    .slice(0, customerGroups)
    .map((it) => it.toString(16))
    .join(':')}::/64`;
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = parse(head);
  const last = parse(tail ?? '');
  return [...first, ...Array<number>(groups - first.length - last.length).fill(0), ...last];
}

const parse = (part: string): number[] =>
  part === '' ? [] : part.split(':').flatMap((it) => (it.includes('.') ? pairs(it) : [hex(it)]));

function pairs(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

const hex = (group: string): number => Number.parseInt(group, 16);
