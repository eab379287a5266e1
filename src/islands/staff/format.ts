import { admin } from '../../copy/admin.ts';
import { companyTimeZone, dayAt, daysAfter, inCompanyTime } from '../../shared/company-time.ts';
import { fields, type FormField } from '../../shared/fields.ts';
import { industryLabel } from '../../shared/pricing.ts';
import type { SubmissionItem } from '../../shared/submission.ts';

const clock = { hour: 'numeric', minute: '2-digit' } as const;
const date = { month: 'short', day: 'numeric' } as const;
const ofDay = inCompanyTime(clock);
const thisYear = inCompanyTime(date);
const sameYear = inCompanyTime({ ...date, ...clock });
const otherYear = inCompanyTime({ ...date, year: 'numeric' });
const exact = inCompanyTime({
  ...date,
  ...clock,
  weekday: 'short',
  year: 'numeric',
  second: '2-digit',
  timeZoneName: 'short',
});

const named = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
export const monthName = (month: string): string => named.format(Date.parse(month));

/** For a column: the time and the day, or only the date for an earlier year. */
export function shortTime(iso: string, today: string): string {
  const time = new Date(iso);
  const day = dayAt(time.getTime());
  if (day === today) return admin.today(ofDay.format(time));
  if (day === daysAfter(today, 1)) return admin.tomorrow(ofDay.format(time));
  if (day === daysAfter(today, -1)) return admin.yesterday(ofDay.format(time));
  return (day.slice(0, 4) < today.slice(0, 4) ? otherYear : sameYear).format(time);
}

/** For a row: the time if it is today, otherwise the day. */
export function shortCall(iso: string, today: string): string {
  const day = dayAt(Date.parse(iso));
  if (day === today) return ofDay.format(new Date(iso));
  return day === daysAfter(today, 1) ? admin.tomorrow('').trim() : shortDay(iso, today);
}

/** For example 'Central Time'. */
export const zoneName = (): string =>
  inCompanyTime({ timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? companyTimeZone;

export const weekdayOf = (time: Date): string => inCompanyTime({ weekday: 'long' }).format(time);

/** The year is left out if it is the current one. */
export const shortDay = (iso: string, today: string): string =>
  (dayAt(Date.parse(iso)).slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(
    new Date(iso),
  );

export const exactTime = (iso: string): string => exact.format(new Date(iso));

export const fieldsOf = (item: SubmissionItem, isWanted: (field: FormField) => boolean) =>
  fields.filter(isWanted).flatMap(({ name, label, kind }) => {
    const value = item[name] ?? '';
    if (kind === 'consent') return { name, label, words: value ? admin.yes : admin.no };
    const words = kind === 'choice' ? industryLabel(String(value)) : String(value);
    return words === '' ? [] : { name, label, words };
  });

export function asText(item: SubmissionItem): string {
  const inLine = fieldsOf(item, ({ kind }) => kind !== 'text');
  const lines = inLine.map(({ label, words }) => `${label}: ${words}`);
  const texts = fieldsOf(item, ({ kind }) => kind === 'text').map(({ words }) => `\n${words}`);
  return [...lines, `${admin.received}: ${exactTime(item.created_at)}`, ...texts].join('\n');
}
