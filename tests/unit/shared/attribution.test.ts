import { runInNewContext } from 'node:vm';
import { stripTypeScriptTypes } from 'node:module';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attributionOf } from '../../../src/islands/contact-form/memory.ts';
import { readAttribution, originOf } from '../../../src/shared/attribution.ts';
import { visit } from '../../support/worlds/form-world.ts';

/** Returns what the function stores if the browser opens these pages and then sends a form. */
function after(
  pages: (string | [address: string, referrer: string])[],
  { isPrivate = false, hasFrames = true, goesBack = false, quote = '' } = {},
) {
  const { memory } = visit();
  const source = readFileSync('src/browser/ad-attribution.ts', 'utf8').replace('export {};', '');
  const tabs: EventTarget[] = [];
  for (const page of pages) {
    const [address, referrer] = typeof page === 'string' ? [page, ''] : page;
    const { pathname, search, host } = new URL(address, 'https://site.example');
    const tab = new EventTarget();
    const frames: (() => void)[] = [];
    runInNewContext(stripTypeScriptTypes(source), {
      document: { referrer },
      addEventListener: tab.addEventListener.bind(tab),
      requestAnimationFrame: (then: () => void) => frames.push(then),
      setTimeout: (keep: () => void) => keep(),
      location: { pathname, search, host },
      navigator: { globalPrivacyControl: isPrivate },
      sessionStorage: {
        getItem: (key: string) => memory.read(key),
        setItem: (key: string, value: string) => memory.write(key, value),
      },
      URL,
      URLSearchParams,
    });
    if (hasFrames) for (const then of frames) then();
    tab.dispatchEvent(new Event('pagehide'));
    tabs.push(tab);
  }
  // Back restores the first page from the browser's cache, and the visitor leaves it again.
  if (goesBack) tabs[0]?.dispatchEvent(new Event('pagehide'));
  if (quote) memory.write('leadwright:quote', quote);
  const sent = JSON.stringify(attributionOf(memory, isPrivate) ?? null);
  return readAttribution(JSON.parse(sent));
}

const ad = '/tree-service?utm_source=google&utm_medium=cpc&utm_campaign=spring-roofing';
const ofAd = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring-roofing' };
const quote = '{"quoted_industry":"roofing","quoted_price":55}';

describe('the attribution of a visit', () => {
  test('is that of the first page, whatever pages follow', () => {
    expect(after([`${ad}&gclid=EAIa`, '/pricing', '/contact?utm_content=', '/contact'])).toEqual({
      ...ofAd,
      gclid: 'EAIa',
      landing_path: '/tree-service',
    });
  });

  test('has every parameter under its name, and no other', () => {
    const names =
      'utm_source utm_medium utm_campaign utm_term utm_content gclid gbraid wbraid fbclid msclkid';
    const asked = names.split(' ').map((name) => [name, `of ${name}`]);
    const search = new URLSearchParams([...asked, ['email', 'dana@example.com'], ['xgclid', '1']]);
    expect(after([`/?${search.toString()}`])).toEqual({
      ...Object.fromEntries(asked),
      landing_path: '/',
    });
  });

  test('keeps a later advertisement beside the first one', () => {
    const later = '/pricing?utm_source=bing&utm_campaign=autumn';
    const last = { last_source: 'bing', last_campaign: 'autumn', landing_path: '/tree-service' };
    expect(after([ad, later, '/contact'])).toEqual({ ...ofAd, ...last });
    expect(after([ad, later], { goesBack: true })).toEqual({ ...ofAd, ...last });
    expect(after(['/tree-service', later])).toEqual(last);
    expect(after([ad, ad])).toEqual({ ...ofAd, landing_path: '/tree-service' });
  });

  test('counts pages that the visitor left before their first frame', () => {
    expect(after([ad, '/contact'], { hasFrames: false })).toEqual({
      ...ofAd,
      landing_path: '/tree-service',
    });
  });

  test('names the linking site, but not this site', () => {
    expect(after([['/', 'https://www.yelp.com/biz?x=1'], '/contact'])).toMatchObject({
      referrer: 'www.yelp.com',
    });
    expect(after([['/contact', 'https://site.example/']])).toEqual({ landing_path: '/contact' });
  });

  test('is only the first page and the quote under Global Privacy Control', () => {
    const pages: [string, string][] = [[ad, 'https://www.google.com/']];
    expect(after(pages, { isPrivate: true, quote })).toEqual({
      landing_path: '/tree-service',
      quoted_industry: 'roofing',
      quoted_price: 55,
    });
    // Also for a visit that began before the signal was set.
    const { memory } = visit();
    memory.write('leadwright:first', JSON.stringify({ ...ofAd, landing_path: '/' }));
    expect(attributionOf(memory, true)).toEqual({ landing_path: '/' });
  });

  test('drops overlong values, so that the request stays small', () => {
    const long = 'x'.repeat(201);
    expect(after([`/${long}?utm_source=google&utm_term=${long}`])).toEqual({
      utm_source: 'google',
    });
  });

  test('leaves room for the visitor’s words, however long the address is', () => {
    const names = 'source medium campaign term content'.split(' ').map((it) => `utm_${it}`);
    const ids = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'];
    for (const filling of ['\x01', '"', '\\', '漢', '😀']) {
      const { memory } = visit();
      const value = filling.repeat(200 / filling.length);
      const ad = Object.fromEntries([...names, ...ids].map((name) => [name, value]));
      memory.write('leadwright:first', JSON.stringify({ ...ad, landing_path: `/${value}` }));
      memory.write('leadwright:last', JSON.stringify({ ...ad, utm_source: `${value.slice(2)}x` }));
      expect(Buffer.byteLength(JSON.stringify(attributionOf(memory, false) ?? {}))).toBeLessThan(
        9000,
      );
    }
  });
});

describe('a received attribution', () => {
  test.each([undefined, null, 'google', 7, [], {}, { unknown: 'x' }, { utm_source: ' \0' }])(
    'is ignored if it is %j',
    (sent) => expect(readAttribution(sent)).toBeNull(),
  );

  test('loses invalid parts, and keeps the rest', () => {
    expect(
      readAttribution({
        utm_source: ' goo\0gle\n',
        utm_medium: 'x'.repeat(201),
        utm_campaign: 'x'.repeat(200),
        utm_term: '\u202Eterm\uD800',
        utm_content: { nested: true },
        unknown: 'x',
        quoted_industry: 7,
        quoted_price: '50',
      }),
    ).toEqual({ utm_source: 'google', utm_campaign: 'x'.repeat(200), utm_term: 'term' });
  });
});

test.each([
  [
    { ...ofAd, landing_path: '/tree-service', quoted_industry: 'tree-service', quoted_price: 50 },
    'Google ad, spring-roofing, first seen on /tree-service, was quoted $50 for Tree Service',
  ],
  [{ gclid: 'EAIa' }, 'Google ad'],
  [{ fbclid: 'IwAR', landing_path: '/' }, 'Facebook, first seen on /'],
  [{ utm_source: 'newsletter', utm_medium: 'email' }, 'Newsletter, email'],
  [{ referrer: 'www.yelp.com' }, 'From www.yelp.com'],
  [{ landing_path: '/pricing' }, 'First seen on /pricing'],
  [{ referrer: 'a.example', last_source: 'bing' }, 'From a.example, came back by Bing'],
  [{ quoted_industry: 'other', quoted_price: 40 }, 'Was quoted from $40'],
  [{ quoted_industry: 'gone', quoted_price: 40 }, 'Was quoted $40'],
  [{ utm_content: 'a' }, 'Not known'],
  [null, 'Not known'],
  [undefined, 'Not known'],
])('the attribution %j reads "%s"', (attribution, line) => {
  expect(originOf(attribution)).toBe(line);
});
