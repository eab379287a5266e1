import { expect, test } from 'vitest';
import { company } from '../../../src/copy/company.ts';
import { pricedIndustries } from '../../../src/shared/pricing.ts';
import { breadcrumbs, faqPage, organization, serialize, service } from '../../../src/seo.ts';

const site = new URL('https://leadwright.example');
const hostile = '</script><script>alert(1)</script><!-- & \u2028\u2029';
const everything = [
  organization(site),
  service(site),
  breadcrumbs(site, [{ name: 'Home', path: '/' }]),
  faqPage([{ question: 'Why?', answer: 'Because.' }]),
];

test('no text can end the script around it', () => {
  const written = serialize([faqPage([{ question: hostile, answer: hostile }])]);
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
});

test('escaped text is unchanged after JSON.parse', () => {
  const written = serialize([faqPage([{ question: hostile, answer: 'plain' }])]);
  expect(JSON.parse(written)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ mainEntity: [{ name: hostile }] }],
  });
});

test('the organization has the name and address of the company', () => {
  expect(organization(site)).toEqual({
    '@type': 'Organization',
    '@id': 'https://leadwright.example/#organization',
    name: company.name,
    url: 'https://leadwright.example/',
    slogan: company.tagline,
    email: company.email,
    logo: 'https://leadwright.example/icon-512.png',
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.city,
      addressRegion: company.region,
      addressCountry: company.country,
      ...(company.street !== '' && { streetAddress: company.street }),
      ...(company.postalCode !== '' && { postalCode: company.postalCode }),
    },
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

test('breadcrumbs count from one and link to canonical addresses', () => {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'About', path: '/about/' },
  ];
  expect(breadcrumbs(site, trail).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://leadwright.example/' },
    { '@type': 'ListItem', position: 2, name: 'About', item: 'https://leadwright.example/about' },
  ]);
});

test('claims never become a rating', () => {
  expect(serialize(everything)).not.toMatch(/rating/i);
});
