import { expect, test } from 'vitest';
import { isCompressible, preferredEncoding } from '../../../scripts/serve/static-files.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['*;q=0', undefined],
  ['br;q=much', undefined],
  ['', undefined],
])('%s asks for %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding);
});

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/manifest+json', true],
  ['application/xml', true],
  ['text/javascript', true],
  ['font/woff2', false],
  ['image/png', false],
  ['', false],
])('%s gains from compression: %s', (type, gains) => {
  expect(isCompressible(type)).toBe(gains);
});
