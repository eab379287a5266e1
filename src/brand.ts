import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// Read with fs: Vitest empties imported style sheets, even with `?raw`.
const css = readFileSync(resolve('src/styles/tokens.css'), 'utf8');

/** A color of tokens.css. It must be a six-digit hex value. */
export function token(name: string): string {
  const value = new RegExp(`${name}:\\s*(#[\\da-f]{6});`, 'i').exec(css)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no ${name} in the form #1c4a86`);
  return value;
}

export const colors = {
  ground: token('--ground'),
  ticket: token('--ticket'),
  ink: token('--ink'),
  inkQuiet: token('--ink-quiet'),
  primary: token('--primary'),
  primaryLight: token('--primary-light'),
  primaryDark: token('--primary-dark'),
  accent: token('--accent'),
};

/** WCAG AAA for body text. */
export const readable = 7;

/** The WCAG 2 contrast ratio, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The mark: a carpenter's framing square, seen as the L of the name. The outline lies on a grid of
 * sixteenths and the ticks on thirty-seconds, so both fall on whole pixels.
 */
export const mark = {
  viewBox: '0 0 64 64',
  square: 'M12 8h16v32h24v16H12z',
  /** Drawn over the square in the field's color. Leave them out below 24 px, where they blur. */
  ticks: [
    ...[14, 26].map((y) => `M28 ${y}h-4v2h4z`),
    ...[20, 32].map((y) => `M28 ${y}h-8v2h8z`),
    ...[34, 46].map((x) => `M${x} 40v4h2v-4z`),
    'M40 40v8h2v-8z',
  ].join(''),
} as const;
