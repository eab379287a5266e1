import { type Colors, colors } from './tokens.ts';

/** The WCAG 2 contrast ratio of two colors, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The ratio that WCAG AAA requires for body text. */
export const readable = 7;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const hexColor = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

function channels(hex: string): number[] {
  if (!hexColor.test(hex)) throw new RangeError(`Not a color like #rgb or #rrggbb: ${hex}`);
  const digits = hex.slice(1);
  const pairs = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(pairs.slice(at, at + 2), 16));
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The colors that an industry page overrides. */
type IndustryColors = Pick<Colors, 'primary' | 'primaryLight' | 'primaryDark' | 'accent'>;

/** The pairs of text and background that occur on an industry page. */
const pairs: Record<keyof IndustryColors, readonly (keyof Colors)[]> = {
  primary: ['ink'],
  primaryLight: ['ink'],
  primaryDark: ['ground', 'ticket', 'primaryLight'],
  accent: ['ground', 'ticket'],
};

/** The colors with too little contrast for text, each with the reason. */
export function unreadable(
  chosen: IndustryColors,
  site: Colors = colors,
): { field: keyof IndustryColors; message: string }[] {
  const palette: Colors = { ...site, ...chosen };
  const fields = Object.keys(pairs) as (keyof IndustryColors)[];
  return fields.flatMap((field) =>
    pairs[field].flatMap((other) => {
      const ratio = contrast(palette[field], palette[other]);
      if (ratio >= readable) return [];
      // Round down: 6.999 must not be shown as 7.00, which would pass.
      const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
      const pair = `${palette[field]} and ${other} (${palette[other]})`;
      return {
        field,
        message: `${pair} have a contrast of ${measured}:1, and text needs ${readable}:1`,
      };
    }),
  );
}
