/** Days begin and end in this time zone, so that everybody's export of a month is the same. */
const companyTimeZone = 'America/Chicago';

const dayMs = 24 * 60 * 60 * 1000;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The time that a clock in the company's time zone shows, as if it were UTC. */
function shownAt(time: number): Date {
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const date = `${get('year')}-${get('month')}-${get('day')}`;
  return new Date(`${date}T${get('hour')}:${get('minute')}:${get('second')}Z`);
}

/** The day in the company's time zone, like 2026-11-01. */
export const dayAt = (time: number): string => shownAt(time).toISOString().slice(0, 10);

export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** When a day begins in the company's time zone, where clocks never change at midnight itself. */
export function startOfDay(day: string): Date {
  const midnight = Date.parse(day);
  const offset = (time: number) => shownAt(time).getTime() - time;
  return new Date(midnight - offset(midnight - offset(midnight)));
}

/** Only days of this millennium, because times are sorted as text. */
export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
