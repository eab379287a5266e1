import { expect, test } from 'vitest';
import { contrast, readable } from '../../../src/brand/contrast.ts';
import { colours, readColours, tokenReader } from '../../../src/brand/tokens.ts';

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

test('follows a token to the value at its end', () => {
  expect(token('--asphalt')).toBe('#14181a');
  expect(token('--text')).toBe('#14181a');
  expect(token('--edge')).toBe('1px solid #14181a');
});

test('says which token is missing', () => {
  expect(() => token('--paper')).toThrow('tokens.css has no --paper');
});

test('says which token asks for a missing one', () => {
  expect(() => token('--lost')).toThrow(
    'tokens.css has no --nowhere, which is asked for by --lost',
  );
});

test('says that tokens name each other in a circle', () => {
  expect(() => token('--egg')).toThrow('in a circle: --egg, which is asked for by --hen');
});

test('a palette with a colour missing is refused', () => {
  expect(() => readColours(token)).toThrow('tokens.css has no --ground');
});

test("the site's own text is readable on what it stands on", () => {
  const { ink, inkQuiet, primaryDark, accent, ground, ticket, primary, primaryLight } = colours;
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
  ] as const) {
    expect(contrast(text, field), `${text} on ${field}`).toBeGreaterThanOrEqual(readable);
  }
});
