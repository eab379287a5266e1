import { clickIds, type Attribution } from '../../src/shared/attribution.ts';
import type { SubmissionItem, WithFields } from '../../src/shared/submission.ts';

const attributed = (name: keyof Attribution) => (it: SubmissionItem) =>
  String(it.attribution?.[name] ?? '');

/** With its name, since each network has its own: `gclid:EAIaIQob`. */
function clickId({ attribution }: SubmissionItem): string {
  const name = clickIds.find((it) => attribution?.[it] !== undefined);
  return name ? `${name}:${String(attribution?.[name])}` : '';
}

/** The columns in their order, and how each reads a lead. New ones come last. */
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
  utm_source: attributed('utm_source'),
  utm_medium: attributed('utm_medium'),
  utm_campaign: attributed('utm_campaign'),
  utm_term: attributed('utm_term'),
  utm_content: attributed('utm_content'),
  click_id: clickId,
  landing_path: attributed('landing_path'),
  referrer: attributed('referrer'),
  quoted_industry: attributed('quoted_industry'),
  quoted_price: attributed('quoted_price'),
  phone_e164: (it) => it.phone_e164 ?? '',
} satisfies WithFields<(item: SubmissionItem) => string>;

/** RFC 4180. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => quote(disarm(field))).join(',')}\r\n`;
}

const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/**
 * A spreadsheet runs a cell that starts with one of these signs as a formula; an apostrophe makes it text.
 * If the spreadsheet uses another separator than ours, cells also start inside a field: after that
 * separator or a line break, with our quotation marks in front or not.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const disarm = (field: string): string =>
  field
    .replace(/(\r\n|[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^(?=[\s"]*[=+\-@＝＋－＠]|\s*[\t\r\n])/, "'");

export const csvHead = csvLine(Object.keys(columns));

export const csvRow = (item: SubmissionItem): string =>
  csvLine(Object.values(columns).map((read) => read(item)));
