import { expect, test } from 'vitest';
import { colors, contrast, readable, token } from '../../src/brand.ts';

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

test('a token resolves to the value it refers to, and a missing one is named', () => {
  expect(token('--ink')).toBe('#14181a');
  expect(token('--behind')).toBe(colors.ground);
  expect(() => token('--lost')).toThrow('tokens.css has no --lost');
});

test("the site's own text is readable on its backgrounds", () => {
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
