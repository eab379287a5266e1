/** Where the company's days begin and end: an export of a month is the same wherever it is made. */
export const companyTimeZone = 'America/Chicago';

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

/** What the company's clock shows, as if that were UTC. */
function shownAt(time: number): Date {
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const date = `${get('year')}-${get('month')}-${get('day')}`;
  return new Date(`${date}T${get('hour')}:${get('minute')}:${get('second')}Z`);
}

/** The company's day at this time, as in 2026-11-01. */
export const dayAt = (time: number): string => shownAt(time).toISOString().slice(0, 10);

export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** When the company's day begins. Its clock never changes at midnight, but in the hours after it. */
export function startOfDay(day: string): Date {
  const midnight = Date.parse(day);
  const offset = (time: number) => shownAt(time).getTime() - time;
  return new Date(midnight - offset(midnight - offset(midnight)));
}

/** Whether that is a day of this millennium, which keeps every time a text that sorts. */
export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
