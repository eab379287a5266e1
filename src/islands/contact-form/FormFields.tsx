import { contactForm } from '../../copy/contact-form.ts';
import { InlineLinks } from '../InlineLinks.tsx';
import { currentConsent } from '../../shared/consent.ts';
import type { Problem } from '../../shared/contact.ts';
import { fields, type FormField } from '../../shared/fields.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { contactIndustries } from '../../shared/pricing.ts';
import '../../styles/form.css';
import css from './contact-form.module.css';

export interface Industry {
  value: string;
  label: string;
}

interface Props {
  industry: Industry | undefined;
  messageHint: string | undefined;
  problem: Problem | undefined;
  submitting: boolean;
  /** Given on a page that a function fills in. */
  placeholders: Placeholders | undefined;
  meant: string | undefined;
  onCorrect: () => void;
  isShort: boolean;
}

export const FormFields = (props: Props) => (
  <>
    <input type="hidden" name="consent_version" value={currentConsent.version} />
    {fields.map((field) => (
      <FieldRow key={field.name} field={field} {...props} />
    ))}
    {/* Honeypot: bots fill in every field, but people neither see nor reach this one. */}
    <p className="sr-only" aria-hidden="true">
      <label htmlFor="website">{contactForm.trap}</label>
      <input
        id="website"
        name="website"
        {...props.placeholders?.attributes('website')}
        type="text"
        tabIndex={-1}
        autoComplete="off"
      />
    </p>
  </>
);

type FieldProps = Props & { field: FormField };

const classOf: Partial<Record<FormField['kind'], string | undefined>> = {
  choice: css.wide,
  text: css.wide,
  consent: `${css.wide} ${css.consent}`,
};

function FieldRow(props: FieldProps) {
  const { field, messageHint, problem, submitting, placeholders, meant, onCorrect, isShort } =
    props;
  const { name, label, kind, missing } = field;
  const isConsent = kind === 'consent';
  const why = problem?.field === name ? problem.error : placeholders?.text(`${name} problem`);
  return (
    <p className={classOf[kind]} inert={submitting && (isConsent || kind === 'choice')}>
      {isConsent && <Control {...props} />}
      <label className={isConsent ? 'small' : 'label'} htmlFor={name}>
        {isConsent ? <InlineLinks text={currentConsent.text} /> : label}
        {missing === undefined && (
          <>
            {' '}
            <span className="quiet">{contactForm.optional}</span>
          </>
        )}
      </label>
      {!isConsent && <Control {...props} />}
      {kind === 'text' && (
        <span id={`${name}-hint`} className="small quiet">
          {messageHint ?? contactForm.messageHint}
        </span>
      )}
      {why && (
        <span id={`${name}-problem`} className="problem">
          {why}
        </span>
      )}
      {kind === 'phone' && (
        <span role="status" className="small">
          {isShort && contactForm.shortPhone}
        </span>
      )}
      {kind === 'email' && (
        <span role="status">
          {meant && (
            <button type="button" className={`bare ${css.link}`} onClick={onCorrect}>
              {contactForm.didYouMean(meant)}
            </button>
          )}
        </span>
      )}
    </p>
  );
}

interface ControlProps extends Partial<Props> {
  field: FormField;
}

export function Control(props: ControlProps) {
  const { field, industry, problem, submitting, placeholders } = props;
  const { name, kind, missing, autoComplete } = field;
  const isWrong = problem?.field === name;
  const descriptions = [
    // On a filled-in page the element is empty unless the field is wrong.
    ...(isWrong || placeholders ? [`${name}-problem`] : []),
    ...(kind === 'text' ? [`${name}-hint`] : []),
  ];
  const attributes = {
    id: name,
    name,
    ...placeholders?.attributes(name),
    // Explicit `false`: otherwise an empty required field is announced as invalid. On a filled-in page the
    // function adds it.
    'aria-invalid': placeholders ? undefined : isWrong,
    'aria-describedby': descriptions.join(' ') || undefined,
    required: missing !== undefined,
  };
  if (kind === 'consent') return <input {...attributes} type="checkbox" value="true" />;
  if (kind === 'choice') {
    const listed = contactIndustries.filter(({ value }) => value !== industry?.value);
    return (
      <select
        className="field"
        {...attributes}
        defaultValue={placeholders ? undefined : (industry?.value ?? '')}
      >
        <option value="">{contactForm.industryPlaceholder}</option>
        {placeholders?.text('other industry')}
        {[...(industry ? [industry] : []), ...listed].map(({ value, label }) => (
          <option key={value} value={value} {...placeholders?.attributes(`industry ${value}`)}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  // A name may be written from right to left.
  const words = { className: 'field', ...attributes, dir: 'auto', readOnly: submitting };
  if (kind === 'text')
    return <textarea {...words} defaultValue={placeholders?.text(name)} rows={4} />;
  return <input {...words} {...keyboards[kind]} {...(autoComplete && { autoComplete })} />;
}

const keyboards = {
  line: { type: 'text' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
} as const;
