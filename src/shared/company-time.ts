import hours from '../../site/hours.json' with { type: 'json' };

/** Days begin and end in this time zone, so that every export of a month is the same. */
export const companyTimeZone = hours.timeZone;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The business days of a week, from Sunday on. A week may end on Sunday or continue after it. */
export function businessDays(first: string, last: string): boolean[] {
  const from = weekdays.indexOf(first);
  const length = (weekdays.indexOf(last) - from + 7) % 7;
  return weekdays.map((_, day) => (day - from + 7) % 7 <= length);
}

const week = businessDays(hours.firstDay, hours.lastDay);

const holidays: readonly string[] = hours.holidays;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export const businessDayMs = (hours.closes - hours.opens) * hourMs;

export const answerWithin = hours.answerMinutes * 60 * 1000;

/** The Swedish locale formats times as ISO 8601. */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: companyTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Formats times in the company's time zone. Creating a format is slow; using it is fast. */
export const inCompanyTime = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { timeZone: companyTimeZone, ...options });

/** The company's local time as if it were UTC. */
const shownAt = (time: number): Date => new Date(`${clock.format(time).replace(' ', 'T')}Z`);

export const businessMs = (from: number, to: number): number =>
  Math.max(0, businessMsBefore(to) - businessMsBefore(from));

/** A Sunday, in the form of `shownAt`. */
const firstSunday = Date.parse('1970-01-04');

const isWorkday = (day: string): boolean => week[new Date(day).getUTCDay()] === true;

export const isBusinessDay = (day: string): boolean => isWorkday(day) && !holidays.includes(day);

/**
 * The business hours since the first Sunday. Clocks change early on Sundays, when the company is closed, so
 * local time is enough to count them.
 */
function businessMsBefore(time: number): number {
  const shown = shownAt(time).getTime() + (time % 1000) - firstSunday;
  const day = dayAt(time);
  const days = Math.floor(shown / dayMs);
  const weeks = Math.floor(days / 7);
  const weekday = days - weeks * 7;
  const daysAWeek = week.filter(Boolean).length;
  const daysBefore = week.slice(0, weekday).filter(Boolean).length;
  const daysOff = holidays.filter((it) => it < day && isWorkday(it)).length;
  const today = isBusinessDay(day)
    ? Math.min(Math.max(shown - days * dayMs - hours.opens * hourMs, 0), businessDayMs)
    : 0;
  return (weeks * daysAWeek + daysBefore - daysOff) * businessDayMs + today;
}

/** The day in the company's time zone, for example 2026-11-01. */
export const dayAt = (time: number): string => shownAt(time).toISOString().slice(0, 10);

export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/**
 * The time at which the company's clock shows this: the first of two, and an hour early if the change to
 * summer time skips it.
 */
export function timeAt(day: string, clock: string): Date {
  const shown = Date.parse(`${day}T${clock}Z`);
  const offset = (time: number) => shownAt(time).getTime() - time;
  const first = shown - offset(shown - dayMs);
  return shownAt(first).getTime() === shown ? new Date(first) : new Date(shown - offset(first));
}

/** The start of a day in the company's time zone, where clocks never change at midnight itself. */
export const startOfDay = (day: string): Date => timeAt(day, '00:00');

export function nextBusinessDay(day: string): string {
  const next = daysAfter(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

/** Only days of this millennium, because times are sorted as text. */
export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
