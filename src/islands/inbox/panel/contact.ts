import { admin } from '../../../copy/admin.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { industryLabel, exactTime } from '../../staff/format.ts';

/** To write to them: what would begin a header of the mail is part of the address. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** To call them: the number as dialled, its extension after it. */
export function tel(phone: string): string {
  const [number = '', extension = ''] = phone.split(/(?:extension|ext|x|#)\.?\s*/i, 2);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const digits = number.replace(/\D/g, '');
  const more = extension.replace(/\D/g, '');
  return `tel:${plus}${digits}${more && `;ext=${more}`}`;
}

/** A submission for a chat or a mail: whoever reads it needs no account here. */
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
