import { expect, test } from 'vitest';
import { contrast, readable } from '../../../src/brand/contrast.ts';
import { colors, readColors, token as siteToken, tokenReader } from '../../../src/brand/tokens.ts';

const token = tokenReader(`@layer tokens {
  :root {
    /* Raw. --ink: red; */
    --asphalt: #14181a;
    --ink: var(--asphalt);
    --text: var( --ink );
    --lost: var(--nowhere);
    --egg: var(--hen);
    --hen: var(--egg);
    --edge: 1px solid var(--text)
  }
}`);

test('a token resolves to the value it refers to', () => {
  expect(token('--asphalt')).toBe('#14181a');
  expect(token('--text')).toBe('#14181a');
  expect(token('--edge')).toBe('1px solid #14181a');
});

test('the error names a missing token', () => {
  expect(() => token('--paper')).toThrow('tokens.css has no --paper');
});

test('the error names the token that uses a missing one', () => {
  expect(() => token('--lost')).toThrow('tokens.css has no --nowhere, used by --lost');
});

test('the error shows a cycle of tokens', () => {
  expect(() => token('--egg')).toThrow('a cycle: --egg, used by --hen');
});

test('the contrast check refuses a palette with a missing color', () => {
  expect(() => readColors(token)).toThrow('tokens.css has no --ground');
});

test("the site's own text is readable on its backgrounds", () => {
  const [good, bad] = [siteToken('--good'), siteToken('--bad')];
  const { ink, inkQuiet, primaryDark, accent, ground, ticket, primary, primaryLight } = colors;
  for (const [text, field] of [
    [ink, ground],
    [ink, ticket],
    [ink, primary],
    [ink, primaryLight],
    [inkQuiet, ground],
    [inkQuiet, ticket],
    [primaryDark, ground],
    [primaryDark, ticket],
    [primaryDark, primaryLight],
    [accent, ground],
    [accent, ticket],
    [good, ground],
    [good, ticket],
    [bad, ground],
    [bad, ticket],
    [bad, primaryLight],
  ] as const) {
    expect(contrast(text, field), `${text} on ${field}`).toBeGreaterThanOrEqual(readable);
  }
});
