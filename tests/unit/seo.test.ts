import { expect, test } from 'vitest';
import { company } from '../../src/copy/company.ts';
import { canonical, organization, siteOf } from '../../src/seo.ts';

const site = new URL('https://leadwright.example');

test('no text can end the script around it, and JSON.parse gives it back', () => {
  const name = '</script><script>alert(1)</script><!-- &';
  const written = organization(site, { ...company, name, postalCode: '77002' });
  expect(written).not.toContain('<');
  expect(JSON.parse(written)).toMatchObject({ name, address: { postalCode: '77002' } });
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
