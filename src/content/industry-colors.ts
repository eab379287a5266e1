import { contrast, readable } from '../brand/contrast.ts';
import { type Colors, colors } from '../brand/tokens.ts';

/** The colors that an industry page overrides. */
export type IndustryColors = Pick<Colors, 'primary' | 'primaryLight' | 'primaryDark' | 'accent'>;

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
      // Round down: 4.499 must not be shown as 4.5, which would pass.
      const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
      const pair = `${palette[field]} and ${other} (${palette[other]})`;
      return {
        field,
        message: `${pair} have a contrast of ${measured}:1, and text needs ${readable}:1`,
      };
    }),
  );
}
