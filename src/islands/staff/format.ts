import { admin } from '../../copy/admin.ts';
import { otherIndustry, pricedIndustries } from '../../shared/pricing.ts';
import type { SubmissionItem } from '../../shared/submission.ts';

/** Times in the viewer's time zone. Created once: creating a format is slow, using it is fast. */
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

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Like "today 7:52 PM", or with the date if it wasn't today. */
export function nearTime(iso: string, now: Date): string {
  const time = new Date(iso);
  return time.toDateString() === now.toDateString()
    ? admin.today(timeOfDay.format(time))
    : shortTime(iso, now.getFullYear());
}

export const exactTime = (iso: string): string => exact.format(new Date(iso));

export const knownIndustries: readonly { value: string; label: string }[] = [
  ...pricedIndustries,
  otherIndustry,
];

/** Any text may be stored, so an unknown industry shows as it was sent. */
export const industryLabel = (industry: string): string =>
  knownIndustries.find(({ value }) => value === industry)?.label ?? industry;

/** Encodes characters that would add a header to the mail. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** A link that dials the number, and its extension if there is one. */
export function tel(phone: string): string {
  const [number = '', extension = ''] = phone.split(/(?:extension|ext|x|#)\.?\s*/i, 2);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const digits = number.replace(/\D/g, '');
  const more = extension.replace(/\D/g, '');
  return `tel:${plus}${digits}${more && `;ext=${more}`}`;
}

/** A lead as text, to paste into a chat or mail for a colleague without an account here. */
export function asText(item: SubmissionItem): string {
  const { columns } = admin;
  const lines = [
    [columns.name, item.name],
    [columns.email, item.email],
    [columns.phone, item.phone],
    [columns.company, item.company],
    [columns.industry, industryLabel(item.industry)],
    [columns.marketing, item.consent_marketing ? admin.yes : admin.no],
    [admin.panel.received, exactTime(item.created_at)],
  ].map((line) => line.join(': '));
  return [...lines, ...(item.message ? ['', item.message] : [])].join('\n');
}
