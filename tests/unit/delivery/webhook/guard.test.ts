import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  checkedLookup,
  checkUrl,
  isPublicAddress,
  type Resolve,
} from '../../../../functions/delivery/webhook/guard.ts';

const target = (url: string, allowPrivate = false) => ({
  url: new URL(url),
  secrets: [],
  allowPrivate,
});

describe('the URL of the webhook', () => {
  test.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:2800:220:1::1]/',
  ])('may be %s', (url) => {
    expect(() => {
      checkUrl(target(url));
    }).not.toThrow();
  });

  test.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/'],
    ...['https://0177.0.0.1/', 'https://0/', 'https://127.0.0.1./', 'https://192.168.1.1/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://１２７.0.0.1/', 'https://[::1]/'],
    ...['https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[fd00:ec2::254]/'],
  ])('can’t be a private address, however it is written: %s', (url) => {
    expect(() => {
      checkUrl(target(url));
    }).toThrow('The address is not public');
  });

  test('is http or https in development, too', () => {
    for (const url of ['http://127.0.0.1:9000/', 'https://[::1]/', 'http://localhost/'])
      expect(() => {
        checkUrl(target(url, true));
      }).not.toThrow();
    expect(() => {
      checkUrl(target('ftp://localhost/', true));
    }).toThrow('The address must begin with https://');
  });
});

describe('looking up the name', () => {
  const found = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  /** Calls it as node:net does. */
  function ask(resolve: Resolve, { allowPrivate = false, all = true } = {}): Promise<unknown[]> {
    const { promise, resolve: answer, reject } = Promise.withResolvers<unknown[]>();
    checkedLookup(resolve, allowPrivate)('hooks.example.com', { all }, (error, ...rest) => {
      if (error) reject(error);
      else answer(rest);
    });
    return promise;
  }

  test('passes on one address if one is asked for', async () => {
    const resolve = () => Promise.resolve(found('8.8.8.8', '1.1.1.1'));
    expect(await ask(resolve, { all: false })).toEqual(['8.8.8.8', 4]);
  });
});

describe('a machine on the internet', () => {
  test.each([
    ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255'],
    ...['100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0'],
    ...['172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0'],
    ...['203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ...['2001:4860:4860::8888', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001::1'],
    ...['2001:200::1', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '3ffe::1', '3fff:1000::1'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('no machine on the internet', () => {
  test.each([
    ['this network', '0.0.0.0', '0.1.2.3', '0.255.255.255', '::'],
    ['private', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['shared behind a NAT', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.1.2.3', '127.255.255.255', '::1'],
    ['link-local and metadata', '169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
    ['link-local with a zone', 'fe80::1%eth0', '2606:2800:220::1%1'],
    ['protocol assignments', '192.0.0.1', '192.0.0.170', '2001::1', '2001:1ff:ffff::1'],
    ['documentation', '192.0.2.1', '198.51.100.7', '203.0.113.7', '2001:db8::1', '3fff:fff::1'],
    ['benchmarking', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['anycast of others', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ['AS112', '2620:4f:8000::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['reserved', '240.0.0.1', '255.255.255.254', '4000::1', '8000::1', 'e000::1'],
    ['broadcast', '255.255.255.255'],
    ['unique local', 'fc00::1', 'fd00:ec2::254', 'fdff::1'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['IPv4 mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
    ['IPv4 compatible', '::127.0.0.1', '::8.8.8.8'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:ffff:ffff::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['discard-only', '100::1'],
    ['segment routing', '5f00::1'],
    ['no address', '', 'localhost', '127.1', '0x7f.1', '2130706433', '[::1]', '8.8.8.8 ', '8.8.8'],
  ])('%s', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
