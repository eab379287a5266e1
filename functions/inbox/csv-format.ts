import type { SubmissionItem, WithFields } from '../../src/shared/submission.ts';

/** The columns in their order, and how each reads a lead. */
const columns = {
  id: (it) => it.id,
  created_at: (it) => it.created_at,
  name: (it) => it.name,
  email: (it) => it.email,
  phone: (it) => it.phone,
  company: (it) => it.company,
  industry: (it) => it.industry,
  message: (it) => it.message ?? '',
  consent_marketing: (it) => String(it.consent_marketing),
  source: (it) => it.source,
  delivery: (it) => it.delivery.state,
  answered_at: (it) => it.answered?.at ?? '',
} satisfies WithFields<(item: SubmissionItem) => string>;

/** RFC 4180. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => quote(disarm(field))).join(',')}\r\n`;
}

const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/**
 * A spreadsheet runs a cell that starts with one of these signs as a formula; an apostrophe makes it text.
 * If the spreadsheet uses another separator than ours, cells also start inside a field.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const disarm = (field: string): string =>
  field
    .replace(/([;|\t])(?=\s*[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^(?=\s*[=+\-@＝＋－＠\t\r\n])/, "'");

export const csvHead = csvLine(Object.keys(columns));

export const csvRow = (item: SubmissionItem): string =>
  csvLine(Object.values(columns).map((read) => read(item)));
