import { admin } from '../../../copy/admin.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { industryLabel } from '../../staff/industry-label.ts';
import { exactTime } from '../../staff/format.ts';

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
