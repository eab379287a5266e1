import { inCompanyTime } from '../../../src/shared/company-time.ts';
import { consentTextOf } from '../../../src/shared/consent-receipt.ts';
import { mailTo, tel } from '../../../src/shared/phone-numbers.ts';
import { fields, type FieldName } from '../../../src/shared/fields.ts';
import { splitLinks } from '../../../src/shared/inline-links.ts';
import { originOf } from '../../../src/shared/attribution.ts';
import { industryLabel } from '../../../src/shared/pricing.ts';
import { escapeHtml } from '../../../src/shared/placeholders.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import { linkTo } from '../webhook/message.ts';
import { style } from './style.ts';

interface Fact {
  name?: FieldName;
  label: string;
  value: string;
}

export function letterOf(lead: SubmissionRecord, site: string, isTest = false) {
  const parts = partsOf(lead, site, isTest);
  return { subject: titleOf(parts.trade, lead), text: textOf(parts), html: htmlOf(parts) };
}

type Parts = ReturnType<typeof partsOf>;

const partsOf = (lead: SubmissionRecord, site: string, isTest: boolean) => ({
  lead,
  isTest,
  trade: industryLabel(lead.industry),
  facts: [
    ...factsOf(lead),
    { label: 'Sent', value: timeOf(lead.created_at) },
    { label: 'Origin', value: originOf(lead.attribution) },
  ] as Fact[],
  texts: fields.flatMap(({ kind, name }) => (kind === 'text' ? String(lead[name] ?? '') : [])),
  consent: consentOf(lead),
  // The inbox has no test leads.
  link: isTest ? undefined : linkTo(lead.id, site),
});

/** A line break in a visitor's text must not begin another header or fact. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const titleOf = (trade: string, { name }: SubmissionRecord): string => plain(`${trade}: ${name}`);

/** For headers. Separates =?, because mail programs decode text between =? and ?=. */
export const plain = (text: string): string =>
  oneLine(text.replace(/\p{C}/gu, ' ').replaceAll('=?', '= ?'));

const factsOf = (lead: SubmissionRecord): Fact[] =>
  fields.flatMap(({ name, label, kind }) => {
    const value = String(lead[name] ?? '');
    if (kind === 'text' || kind === 'consent' || value === '') return [];
    return { name, label, value: oneLine(kind === 'choice' ? industryLabel(value) : value) };
  });

const sentAt = inCompanyTime({ dateStyle: 'medium', timeStyle: 'long' });
const timeOf = (iso: string): string => sentAt.format(new Date(iso));

function consentOf({ consent: { version, at } }: SubmissionRecord): string | undefined {
  if (version === '') return undefined;
  const text = consentTextOf(version) ?? 'The words of this version are not on file.';
  const words = splitLinks(text).map((part) => part.text);
  return `${words.join('')} (${version}, agreed to ${timeOf(at)})`;
}

/** Quotes the visitor's lines, because they must not pass for the site's own. */
function textOf({ lead, facts, texts, consent, link }: Parts): string {
  const quoted = texts.map((text) => text.replace(/\r\n?/g, '\n').replace(/^/gm, '> '));
  const blocks = [
    `Call: ${oneLine(lead.phone)}\nReply: ${lead.email}`,
    ...quoted.filter((it) => it !== '> '),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    consent && `Agreed to: ${consent}`,
    link && `Open in the inbox: ${link}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** Fields that the mail shows above the message. */
const above: ReadonlySet<FieldName> = new Set(['name', 'company', 'industry', 'phone', 'email']);

/** All visitor text is escaped here, and only here. */
function htmlOf({ lead, isTest, trade, facts, texts, consent, link }: Parts): string {
  const { name, company, phone, email } = lead;
  const words = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;
  const button = (kind: string, href: string, label: string, value: string) =>
    `<p><a class="button ${kind}" href="${escapeHtml(href)}">${label} ${words(value)}</a></p>`;
  const rows = facts
    .filter((fact) => !fact.name || !above.has(fact.name))
    .map(({ label, value }) => `<tr><th scope="row">${label}</th><td>${words(value)}</td></tr>`);
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(titleOf(trade, lead))}</title>
<style>${style}</style>
</head>
<body>
<div class="ticket">
<p class="stamp">${isTest ? 'Test' : 'New lead'}</p>
<h1>${words(name)}</h1>
<p class="quiet">${words(company)}, ${words(trade)}</p>
${button('call', tel(lead), 'Call', phone)}
${button('reply', mailTo(email), 'Reply to', email)}
${texts.map((it) => (it === '' ? '' : `<blockquote dir="auto">${escapeHtml(it)}</blockquote>`)).join('\n')}
<table>
${rows.join('\n')}
</table>
${consent ? `<p class="total">Agreed to</p>\n<p class="small">${escapeHtml(consent)}</p>` : ''}
${link ? `<p><a href="${escapeHtml(link)}">Open in the inbox</a></p>` : ''}
</div>
</body>
</html>
`;
}
