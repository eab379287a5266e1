import { describe, expect, test } from 'vitest';
import {
  findLinks,
  isCommonPlace,
  isNamedLike,
  isOfAddress,
  type Link,
} from '../../../../functions/intake/spam/links.ts';

const link = (host: string, different: Partial<Link> = {}): Link => ({
  host,
  hasScheme: false,
  isDeep: false,
  ...different,
});
const full = { hasScheme: true };
const deep = { isDeep: true };

describe('a text', () => {
  test.each<[string, Link[]]>([
    ['See https://roe.example', [link('roe.example', full)]],
    ['See HTTP://WWW.Roe.Example.', [link('roe.example', full)]],
    ['www.www.example', [link('www.example')]],
    ['www2.www.roe.example', [link('www2.www.roe.example')]],
    ['roe.example', [link('roe.example')]],
    ['röe.example', [link('xn--re-fka.example')]],
    ['Visit roe.example/a,then b.example', [link('roe.example', deep), link('b.example')]],
    ['[roe](https://roe.example)', [link('roe.example', full)]],
    ['"roe.example?a=1"', [link('roe.example', deep)]],
    ['www.roe.example/?to=https://win.example', [link('roe.example', deep)]],
    ['我们的网站roe.example', [link('roe.example')]],
  ])('%j has its links', (text, links) => {
    expect(findLinks(text)).toEqual(links);
  });

  test.each([
    '',
    'dana@roe.example',
    'dana.roe@mail.roe.example',
    'St.John',
    '8 a.m. to 5 p.m.',
    'roe.community',
    'https://',
    'https://[roe',
  ])('%j has no link', (text) => {
    expect(findLinks(text)).toEqual([]);
  });
});

describe('an address', () => {
  const isDeep = (address: string) => findLinks(`https://${address}`)[0]?.isDeep;

  test.each([
    'roe.example/',
    'roe.example/Index.HTM',
    'roe.example/contact-us.aspx',
    'roe.example/about-us/',
    'roe.example/es/',
    'roe.example/faq!?',
    'roe.example/?utm_source=gmb&utm_medium=x',
    ...['gclid', 'gbraid', 'wbraid', 'gad_source', 'fbclid', 'msclkid', 'srsltid'].map(
      (it) => `roe.example/?${it}=1`,
    ),
  ])('leads to a usual page: %s', (address) => {
    expect(isDeep(address)).toBe(false);
  });

  test.each([
    'roe.example/win',
    'roe.example/x/about',
    'roe.example/aboutx',
    'roe.example//',
    'roe.example/?utm_source=gmb&a=1',
    'roe.example/?autm_source=1',
    'roe.example/?gclidx=1',
    'roe.example/?utm_=1',
    'roe.example/about?a',
  ])('leads deep into a site: %s', (address) => {
    expect(isDeep(address)).toBe(true);
  });
});

describe('a site', () => {
  test.each([
    'facebook.com',
    'business.facebook.com',
    'g.page',
    'goo.gl',
    'maps.app.goo.gl',
    'fb.me',
  ])('is a common place: %s', (host) => {
    expect(isCommonPlace(link(host))).toBe(true);
  });

  test.each([
    'roe.example',
    'myfacebook.com',
    'facebook.com.win.example',
    'xyelp.com',
    'g.page.win.example',
    'goo.gl.win.example',
    'netflix.com',
  ])('isn’t a common place: %s', (host) => {
    expect(isCommonPlace(link(host))).toBe(false);
  });

  test.each([
    ['roe.example', 'dana@roe.example', true],
    ['roe.example', 'Dana@ROE.example', true],
    ['shop.roe.example', 'dana@roe.example', true],
    ['roe.example', 'odd@name@roe.example', true],
    ['myroe.example', 'dana@roe.example', false],
    ['roe.example', 'dana@mail.roe.example', false],
  ])('%s is of the address %s: %j', (host, email, expected) => {
    expect(isOfAddress(link(host), email)).toBe(expected);
  });

  test.each([
    ['roeroofing.example', 'Roe Roofing'],
    ['tsplumbing.com', 'T&S Plumbing'],
    ['bcs-tx.com', 'Bayou City Services'],
    ['unal.example', 'Ünal Söhne'],
    ['xn--nal-goa.example', 'Ünal'],
    ['katy1.example', 'Katy 1'],
    ['mr-roof.example', 'Mr. Roof'],
    ['roof-katy.example', 'Mr. Roof'],
    ['roe.oak.example', 'Roe Oak LLC'],
    ['bcs-tx.com', ' Bayou – City & Services'],
  ])('%s has a name like %s', (host, name) => {
    expect(isNamedLike(link(host), name)).toBe(true);
  });

  test.each([
    ['roe.example', 'Roe Oak'],
    ['example.com', 'com'],
    ['win.roofing', 'Roofing'],
    ['win-bcs.example', 'Bayou City Services'],
    ['bc-win.example', 'Bayou City'],
    ['win.example', ''],
    ['win.example', ' & '],
  ])('%s has no name like %s', (host, name) => {
    expect(isNamedLike(link(host), name)).toBe(false);
  });
});
