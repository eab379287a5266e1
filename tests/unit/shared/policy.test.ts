import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { everywhere, pagePolicy } from '../../../src/shared/headers.ts';
import { directives } from '../../support/servers/ask.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const of = async (html: string, connect: string[] = []) =>
  directives(await pagePolicy(html, connect));

test('every answer keeps to https, to its type and to itself', () => {
  expect(everywhere).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

describe('the content security policy of a page', () => {
  test('allows each script and style in it by its hash, once', async () => {
    const policy = await of(
      '<style>p{}</style><style>\nö{}\n</style><script>go()</script><script type="module">go()</script><script type="speculationrules">{}</script>',
    );
    expect(policy.get('script-src')).toEqual([sha256('go()'), sha256('{}')]);
    expect(policy.get('style-src')).toEqual([sha256('p{}'), sha256('\nö{}\n')]);
  });

  test('allows no scripts or styles if the page has none', async () => {
    const policy = await of('<p>Words</p><script type="application/ld+json">{}</script>');
    expect(policy.has('script-src')).toBe(false);
    expect(policy.has('style-src')).toBe(false);
    expect(policy.get('connect-src')).toEqual([`'self'`]);
  });

  test.each([
    '<script type="module" src="/_astro/a.js"></script>',
    '<astro-island component-url="/_astro/a.js"></astro-island>',
  ])('allows scripts from the site if the page loads one: %s', async (html) => {
    expect((await of(html)).get('script-src')).toEqual([`'self'`]);
  });

  test('allows requests to the site and to the given origins', async () => {
    expect((await of('', ['https://a.example'])).get('connect-src')).toEqual([
      `'self'`,
      'https://a.example',
    ]);
  });
});
