import { expect, test } from 'vitest';
import { canonical, siteOf } from '../../../src/seo/meta.ts';

const site = new URL('https://leadwright.example');

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about.html', '/about'],
  ['/about?from=ad#top', '/about'],
  ['//elsewhere.example/about', '/about'],
])('the address of %s is %s on this site', (path, address) => {
  expect(canonical(site, path)).toBe(`https://leadwright.example${address}`);
});

test('a build without the address of the site says so', () => {
  expect(() => siteOf({ site: undefined })).toThrow('sets no `site`');
});
