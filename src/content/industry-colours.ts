import { contrast, readable } from '../brand/contrast.ts';
import { type Colours, colours } from '../brand/tokens.ts';

/** What an industry changes of the palette. */
export type IndustryColours = Pick<Colours, 'primary' | 'primaryLight' | 'primaryDark' | 'accent'>;

/** Which of its colours meet which others as text and ground, somewhere on its page. */
const meetings: Record<keyof IndustryColours, readonly (keyof Colours)[]> = {
  primary: ['ink'],
  primaryLight: ['ink'],
  primaryDark: ['ground', 'ticket', 'primaryLight'],
  accent: ['ground', 'ticket'],
};

/** The colours that a visitor couldn't read, or read text on, each with the reason. */
export function unreadable(
  chosen: IndustryColours,
  site: Colours = colours,
): { field: keyof IndustryColours; message: string }[] {
  const palette: Colours = { ...site, ...chosen };
  const fields = Object.keys(meetings) as (keyof IndustryColours)[];
  return fields.flatMap((field) =>
    meetings[field].flatMap((other) => {
      const ratio = contrast(palette[field], palette[other]);
      if (ratio >= readable) return [];
      // Rounded down, so that 4.499 isn't shown as the 4.5 that it misses.
      const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
      const pair = `${palette[field]} and ${other} (${palette[other]})`;
      return {
        field,
        message: `${pair} have a contrast of ${measured}:1, and text needs ${readable}:1`,
      };
    }),
  );
}
