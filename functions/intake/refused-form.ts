import { currentConsent } from '../../src/shared/consent.ts';
import {
  fields as formFields,
  forFields,
  sources,
  type FormField,
} from '../../src/shared/fields.ts';
import { fillPlaceholders } from '../../src/shared/placeholders.ts';
import { contactIndustries, pricedIndustries } from '../../src/shared/pricing.ts';
import { escapeHtml } from '../http/answer.ts';
import type { Refusal } from '../http/request.ts';

type Fields = Readonly<Record<string, string>>;

/** Fills in the visitor's words, and the reason on top and at its field. */
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
    source: ` value="${isSource(fields['source']) ? fields['source'] : sources[0]}"`,
    [`industry ${industry}`]: ' selected',
    website: valueOf(fields['website']),
    unconfirmed: valueOf(fields['unconfirmed']),
  };
  // The page that was sent may have asked for another text than this one does.
  const agreed = field === 'consent_version' ? { ...fields, consent_marketing: '' } : fields;
  const refused = formFields.find(({ name }) => name === field)?.name ?? '';
  for (const it of formFields) {
    const mark =
      it.name === refused
        ? ` aria-invalid="true" aria-describedby="${refused}-problem" autofocus`
        : ' aria-invalid="false"';
    attributes[it.name] = filledIn(it, agreed) + mark;
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

/** The attributes that fill in a field. A text has its words inside, and a choice has a chosen option. */
function filledIn({ name, kind }: FormField, fields: Fields): string {
  if (kind === 'consent') return isConsentCurrent(fields) ? ' checked' : '';
  return kind === 'text' || kind === 'choice' ? '' : valueOf(fields[name]);
}

const isSource = (text: string | undefined): boolean => sources.some((it) => it === text);

/** Consent to an older wording isn't kept: the visitor has to agree again. */
const isConsentCurrent = (fields: Fields): boolean =>
  fields['consent_marketing'] === 'true' && fields['consent_version'] === currentConsent.version;

/** An option for an industry that the contact page doesn't list, such as a landing page's. */
function otherIndustry(value: string): string {
  if (value === '' || contactIndustries.some((it) => it.value === value)) return '';
  const label = pricedIndustries.find((it) => it.value === value)?.label ?? value;
  return `<option value="${escapeHtml(value)}" selected>${escapeHtml(label)}</option>`;
}
