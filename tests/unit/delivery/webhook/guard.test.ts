import { describe, expect, test } from 'vitest';
import {
  checkUrl,
  isPublicAddress,
  CannotSend,
} from '../../../../functions/delivery/webhook/guard.ts';
import fc from 'fast-check';
import { sentenceOf } from '../../../../functions/delivery/send.ts';
import { printable } from '../../../../functions/delivery/webhook/post.ts';

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
    expect(() => checkUrl(target(url))).not.toThrow();
  });

  test.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/'],
    ...['https://0177.0.0.1/', 'https://0/', 'https://127.0.0.1./', 'https://192.168.1.1/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://１２７.0.0.1/', 'https://[::1]/'],
    ...['https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[fd00:ec2::254]/'],
  ])('can’t be a private address, however it is written: %s', (url) => {
    expect(() => checkUrl(target(url))).toThrow('The address is not public');
  });

  test('may be http or https in development', () => {
    for (const url of ['http://127.0.0.1:9000/', 'https://[::1]/', 'http://localhost/'])
      expect(() => checkUrl(target(url, true))).not.toThrow();
    expect(() => checkUrl(target('ftp://localhost/', true))).toThrow(
      'The address must begin with https://',
    );
  });
});

test.each([
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255'],
  ...['100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0'],
  ...['172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0'],
  ...['203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['2001:4860:4860::8888', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001::1'],
  ...['2001:200::1', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '3ffe::1', '3fff:1000::1'],
])('a public address may be called: %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

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
])('addresses of this kind are not public: %s', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

const encode = (text: string) => new TextEncoder().encode(text);

test('the text of a response is kept as it is', () => {
  expect(printable(encode('{"error":"Größe fehlt 🌳"}'))).toBe('{"error":"Größe fehlt 🌳"}');
});

test('the text of a response becomes one line without control characters', () => {
  expect(printable(encode('\u001b[31mno\r\n\r\n\tway\u0000\u202Eback\n'))).toBe('[31mno way back');
});

test('the text of a response is cut to 300 well-formed, printable characters', () => {
  const bytes = fc.uint8Array({ maxLength: 5000 });
  const text = fc.string({ unit: 'binary', maxLength: 2000 }).map(encode);
  fc.assert(
    fc.property(fc.oneof(bytes, text), (raw) => {
      const text = printable(raw);
      expect(text.length).toBeLessThanOrEqual(300);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/\p{C}/u);
    }),
  );
});

const withCode = (code: string) =>
  Object.assign(new Error('https://user:pass@hooks.example/secret?token=1'), { code });

test.each([
  [withCode('ECONNREFUSED'), 'The connection was refused'],
  [withCode('CERT_HAS_EXPIRED'), 'The certificate has expired'],
  [withCode('HPE_INVALID_CONSTANT'), 'The answer was not HTTP'],
  [withCode('HPE_HEADER_OVERFLOW'), 'The headers of the answer are too large'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'The connection could not be encrypted'],
  [withCode('ENEWERRNO'), 'The attempt failed (ENEWERRNO)'],
  [withCode('/secret?token=1'), 'The attempt failed'],
  [withCode('constructor'), 'The attempt failed (constructor)'],
  [new Error('https://user:pass@hooks.example/secret?token=1'), 'The attempt failed'],
  [new DOMException('', 'TimeoutError'), 'No answer within 10 s'],
  [new CannotSend('The address is not public'), 'The address is not public'],
])('%s is reported as: %s', (error, sentence) => {
  expect(sentenceOf(error, 10_000)).toBe(sentence);
});
