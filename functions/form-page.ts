import { readFile } from 'node:fs/promises';
import { currentConsent } from '../src/shared/consent.ts';
import { pricedIndustries } from '../src/shared/pricing.ts';
import { log } from './log.ts';
import type { Refusal } from './http/refusal.ts';

type Fields = Readonly<Record<string, string>>;

/** The site's own form page, which the build sets aside (`form-again.astro`). */
const builtPage = '.built/form-again.html';

/** For a server that runs without a build. */
const barePage =
  '<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Not sent</title><p data-problem></p><p><a href="/contact">Back to the form</a></p></html>';

export async function formPage(): Promise<string> {
  try {
    return await readFile(builtPage, 'utf8');
  } catch {
    log({ event: 'form page missing' });
    return barePage;
  }
}

/** The page with the reason on top and with what the visitor had filled in. */
export function fillForm(
  page: string,
  fields: Fields,
  { message, field }: Pick<Refusal, 'message' | 'field'>,
): string {
  const kept = withoutOldConsent(fields);
  return page
    .replace(/<p\b[^>]*\bdata-kept\b[^>]*>.*?<\/p>/s, (text) =>
      Object.keys(fields).length > 0 ? text : '',
    )
    .replace(/<[^>]*\bdata-problem\b[^>]*>/, (tag) => tag + escape(message))
    .replace(/<input\b[^>]*>/g, (tag) => fillInput(tag, kept[nameOf(tag)]))
    .replace(/<textarea\b[^>]*>/g, (tag) => tag + escape(fields[nameOf(tag)] ?? ''))
    .replace(/(<select\b[^>]*>)(.*?)<\/select>/gs, (_, tag: string, options: string) => {
      return `${tag}${choose(options, fields[nameOf(tag)])}</select>`;
    })
    .replace(/<(?:input|textarea|select)\b[^>]*>/g, (tag) =>
      nameOf(tag) === field ? addTo(tag, 'aria-invalid="true" autofocus') : tag,
    );
}

const consentVersion = 'consent_version';

/** What was agreed to in another wording has to be agreed to again. */
function withoutOldConsent({ consent_marketing, ...fields }: Fields): Fields {
  const isCurrent = fields[consentVersion] === currentConsent.version;
  return isCurrent && consent_marketing ? { ...fields, consent_marketing } : fields;
}

function fillInput(tag: string, value: string | undefined): string {
  // The page has the text that is agreed to now, and names it.
  if (value === undefined || nameOf(tag) === consentVersion) return tag;
  if (tag.includes('type="checkbox"')) return value === 'true' ? addTo(tag, 'checked') : tag;
  return addTo(tag.replace(/ value="[^"]*"/, ''), `value="${escape(value)}"`);
}

function choose(options: string, value: string | undefined): string {
  if (!value) return options;
  const open = options.replaceAll(' selected=""', '');
  const listed = `<option value="${escape(value)}"`;
  if (open.includes(listed)) return open.replace(listed, () => `${listed} selected`);
  // The trade of an industry's own page is on no other form.
  const label = pricedIndustries.find((it) => it.value === value)?.label ?? value;
  return `${listed} selected>${escape(label)}</option>${open}`;
}

const nameOf = (tag: string): string => /\bname="([^"]*)"/.exec(tag)?.[1] ?? '';

const addTo = (tag: string, attributes: string): string =>
  tag.replace(/\s*\/?>$/, () => ` ${attributes}>`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (it) => entities[it] ?? it);
