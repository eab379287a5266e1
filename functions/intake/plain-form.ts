import { currentConsent } from '../../src/shared/consent.ts';
import {
  fields as formFields,
  forFields,
  sources,
  type FormField,
} from '../../src/shared/fields.ts';
import { pagePolicy } from '../../src/shared/headers.ts';
import { fillPlaceholders, escapeHtml } from '../../src/shared/placeholders.ts';
import { contactIndustries, pricedIndustries } from '../../src/shared/pricing.ts';
import type { Deps, Handler } from '../deps.ts';
import { respond, toRefusal } from '../http/answer.ts';
import {
  Refusal,
  contentType,
  readText,
  requireMethod,
  requireOwnOrigin,
} from '../http/request.ts';
import { formPages, type FormPage } from './built-pages.ts';

export type Fields = Readonly<Record<string, string>>;

const formType = 'application/x-www-form-urlencoded';

/** In bytes. Form encoding takes up to nine per character, and even an overlong message is returned to its author. */
const formLimit = 128 * 1024;

/** A refused form stays at this URL, and a visitor may open the URL again. */
const isOpened = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept')?.includes('text/html') ?? false);

/** Whether the browser itself sends the request, without a script, and shows the response as a page. */
export const isPlain = (request: Request): boolean =>
  isOpened(request) ||
  (request.headers.get('content-type')?.toLowerCase().startsWith(formType) ?? false);

/** Answers with pages. `accept` returns the URL of the next one. A refused form comes back with the visitor's words. */
export const formAnswering =
  (
    name: FormPage,
    accept: (fields: Fields, request: Request, deps: Deps) => Promise<string>,
  ): Handler =>
  async (request, deps) => {
    if (isOpened(request)) return respond(303, null, { location: formPages[name] });
    let fields: Fields = {};
    try {
      requireMethod(request, 'POST');
      requireOwnOrigin(request);
      if (contentType(request) !== formType) throw new Refusal(415, 'Please send a plain form.');
      fields = fieldsIn(await readText(request, formLimit));
      return respond(303, null, { location: await accept(fields, request, deps) });
    } catch (error) {
      const refusal = toRefusal(error, deps);
      const page = await deps.builtPage(name);
      return respond(refusal.status, fillForm(page, fields, refusal), {
        'content-type': 'text/html; charset=utf-8',
        // For the page as built: the policy must not allow scripts in the visitor's words.
        'content-security-policy': await pagePolicy(page),
        ...refusal.headers,
      });
    }
  };

function fieldsIn(text: string): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Refusal(400, 'A field appears twice in the form.');
    // Forms send a line break as two characters, but the length limit counts one.
    fields.set(name, value.replaceAll('\r\n', '\n'));
  }
  return Object.fromEntries(fields);
}

export function fillForm(
  page: string,
  fields: Fields,
  { message, field, reason }: Pick<Refusal, 'message' | 'field'> & Partial<Pick<Refusal, 'reason'>>,
): string {
  const { industry = '' } = fields;
  const isKept = Object.keys(fields).length > 0;
  const isFixable = reason !== 'not-set-up';
  const attributes: Record<string, string> = {
    kept: isFixable && isKept ? '' : ' hidden',
    'write instead': isFixable ? ' hidden' : '',
    source: valueOf(sources.find((source) => source === fields['source']) ?? sources[0]),
    [`industry ${industry}`]: ' selected',
    website: valueOf(fields['website']),
    unconfirmed: valueOf(fields['unconfirmed']),
  };
  // The visitor may have seen a different consent text from the one on this page.
  const agreed = field === 'consent_marketing' ? { ...fields, consent_marketing: '' } : fields;
  const refused = formFields.find(({ name }) => name === field)?.name ?? '';
  for (const formField of formFields) {
    const mark =
      formField.name === refused ? ' aria-invalid="true" autofocus' : ' aria-invalid="false"';
    attributes[formField.name] = filledIn(formField, agreed) + mark;
  }
  return fillPlaceholders(page, {
    attributes,
    text: {
      problem: escapeHtml(message),
      [`${refused} problem`]: escapeHtml(message),
      ...forFields(({ name }) => escapeHtml(fields[name] ?? '')),
      'other industry': otherIndustry(industry),
    },
  });
}

const valueOf = (text = ''): string => ` value="${escapeHtml(text)}"`;

/** The attributes that fill in a field. A text has its words inside, and a choice has a selected option. */
function filledIn({ name, kind }: FormField, fields: Fields): string {
  if (kind === 'consent') return isConsentCurrent(fields) ? ' checked' : '';
  return kind === 'text' || kind === 'choice' ? '' : valueOf(fields[name]);
}

/** Consent to an older text isn't kept, because the visitor has to agree again. */
const isConsentCurrent = (fields: Fields): boolean =>
  fields['consent_marketing'] === 'true' && fields['consent_version'] === currentConsent.version;

/** An option for an industry that the contact page doesn't list, such as a landing page's. */
function otherIndustry(value: string): string {
  if (value === '' || contactIndustries.some((it) => it.value === value)) return '';
  const label = pricedIndustries.find((it) => it.value === value)?.label ?? value;
  return `<option value="${escapeHtml(value)}" selected>${escapeHtml(label)}</option>`;
}
