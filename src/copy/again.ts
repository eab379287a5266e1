import { earlierKept, type Earlier } from '../shared/submission.ts';

const ordinals = [
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];
const short = ['2nd', '3rd'];

/** A person who asked before. More requests than a lead names aren't counted. */
export const again = {
  label: 'Same person',
  mark: (earlier: number, since: string) =>
    earlier >= earlierKept
      ? `More than ${earlierKept} requests since ${since}`
      : `${ordinals[earlier - 1] ?? `${earlier + 1}th`} request since ${since}`,
  short: (earlier: number) =>
    earlier >= earlierKept ? `${earlierKept}+` : (short[earlier - 1] ?? `${earlier + 1}th`),
  /** Follows the short form, for screen readers. */
  rest: (since: string) => `request since ${since}`,
  by: {
    email: 'same e-mail',
    phone: 'same phone',
    both: 'same e-mail and phone',
  } satisfies Record<Earlier['by'], string>,
} as const;
