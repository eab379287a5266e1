import { otherIndustry, pricedIndustries } from '../../shared/pricing.ts';

/** Times in the viewer's zone. Made once: creating a format costs far more than using it. */
const sameYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});
const exact = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** For a column: the day and time, or the full date if it was in another year. */
export function shortTime(iso: string, year: number): string {
  const time = new Date(iso);
  const format = time.getFullYear() === year ? sameYear : otherYear;
  return format.format(time);
}

export const exactTime = (iso: string): string => exact.format(new Date(iso));

export const knownIndustries: readonly { value: string; label: string }[] = [
  ...pricedIndustries,
  otherIndustry,
];

/** Any text may be stored, so an unknown industry shows as it was sent. */
export const industryLabel = (industry: string): string =>
  knownIndustries.find(({ value }) => value === industry)?.label ?? industry;
