import { expect, test } from 'vitest';
import { colors, contrast, readable, token } from '../../src/brand.ts';
import { company } from '../../src/copy/company.ts';
import { canonical, organization, siteOf } from '../../src/seo.ts';

// From the WCAG definitions and https://webaim.org/resources/contrastchecker/
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#ffffff', '#333333', 12.635],
  ['#FF0000', '#ffffff', 3.998],
  ['#0000ff', '#ffffff', 8.592],
])('%s on %s has a contrast ratio of %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 3);
});

test('a valid color is read; a missing or non-hexadecimal color is named in the error', () => {
  expect(token('--ink')).toBe('#14181a');
  for (const name of ['--lost', '--behind'])
    expect(() => token(name)).toThrow(`tokens.css has no ${name} in the form #1c4a86`);
});

test("the site's text has enough contrast on its backgrounds", () => {
  const { ground, ticket, primary, primaryLight, ink, inkQuiet, primaryDark, accent } = colors;
  const [good, bad] = [token('--good'), token('--bad')];
  const pairs: [text: string, fields: string[]][] = [
    [ink, [ground, ticket, primary, primaryLight]],
    [inkQuiet, [ground, ticket]],
    [primaryDark, [ground, ticket, primaryLight]],
    [accent, [ground, ticket]],
    [good, [ground, ticket]],
    [bad, [ground, ticket, primaryLight]],
  ];
  for (const [text, fields] of pairs)
    for (const field of fields)
      expect(contrast(text, field), `${text} on ${field}`).toBeGreaterThanOrEqual(readable);
});

const site = new URL('https://leadwright.example');

test('inlined JSON cannot close its script element, and JSON.parse restores it', () => {
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
