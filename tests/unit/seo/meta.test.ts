import { expect, test } from 'vitest';
import { canonical, siteOf } from '../../../src/seo.ts';

const site = new URL('https://leadwright.example');

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
