import { expect, test } from 'vitest';
import { pricedIndustries } from '../../src/shared/pricing.ts';
import { canonical, organization, serialize, service, siteOf } from '../../src/seo.ts';

const site = new URL('https://leadwright.example');
const hostile = '</script><script>alert(1)</script><!-- & \u2028\u2029';

test('no text can end the script around it, and JSON.parse gives it back', () => {
  const written = serialize([{ '@type': 'Service', name: hostile }]);
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(written)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ name: hostile }],
  });
});

test('the service offers each industry once, at its price per qualified lead', () => {
  const { offers, provider } = service(site) as unknown as {
    offers: Record<string, unknown>[];
    provider: unknown;
  };
  expect(offers.map(({ name, price }) => ({ label: name, price }))).toEqual(
    pricedIndustries.map(({ label, price }) => ({ label, price })),
  );
  for (const offer of offers) {
    expect(offer).toMatchObject({
      priceCurrency: 'USD',
      url: 'https://leadwright.example/pricing',
      priceSpecification: { price: offer.price, priceCurrency: 'USD', unitText: 'qualified lead' },
    });
  }
  expect(provider).toEqual({ '@id': organization(site)['@id'] });
});

test("an industry's page offers that industry only", () => {
  const only = service(site, '/tree-service', [{ label: 'Tree Service', price: 50 }]);
  expect(only).toMatchObject({
    '@id': 'https://leadwright.example/tree-service#service',
    offers: [{ name: 'Tree Service', price: 50, url: 'https://leadwright.example/tree-service' }],
  });
});

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about.html', '/about'],
  ['/about?from=ad#top', '/about'],
  ['//elsewhere.example/about', '/about'],
])('the canonical address of %s is %s', (path, address) => {
  expect(canonical(site, path)).toBe(`https://leadwright.example${address}`);
});

test('a build without `site` fails with a clear error', () => {
  expect(() => siteOf({ site: undefined })).toThrow('sets no `site`');
});
