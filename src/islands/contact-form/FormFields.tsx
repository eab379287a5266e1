import { contactForm } from '../../copy/contact-form.ts';
import { splitLinks } from '../../copy/inline-links.ts';
import { currentConsent } from '../../shared/consent.ts';
import type { Problem } from '../../shared/contact.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { contactIndustries } from '../../shared/pricing.ts';
import css from './contact-form.module.css';

export interface Industry {
  value: string;
  label: string;
}

interface Props {
  /** An industry to put on top of the list. */
  industry: Industry | undefined;
  preselected: Industry | undefined;
  problem: Problem | undefined;
  /** Meanwhile, no field can change. */
  submitting: boolean;
  /** For the page that a function fills in. */
  placeholders: Placeholders | undefined;
  /** The e-mail address that was probably meant. */
  meant: string | undefined;
  onCorrect: () => void;
}

const inputs = [
  { name: 'name', type: 'text', autoComplete: 'name' },
  { name: 'email', type: 'email', autoComplete: 'email', inputMode: 'email' },
  { name: 'phone', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  { name: 'company', type: 'text', autoComplete: 'organization' },
] as const;

export function FormFields(props: Props) {
  const { industry, preselected, problem, submitting, placeholders, meant, onCorrect } = props;
  const listed = contactIndustries.filter(({ value }) => value !== industry?.value);
  const { labels } = contactForm;
  const field = (name: string) => ({
    id: name,
    name,
    ...placeholders?.attributes(name),
    'aria-invalid': problem?.field === name || undefined,
    'aria-describedby': problem?.field === name ? `${name}-problem` : undefined,
  });
  const why = (name: string) => {
    const text = problem?.field === name ? problem.error : placeholders?.text(`${name} problem`);
    return (
      text && (
        <span id={`${name}-problem`} className={css.problem}>
          {text}
        </span>
      )
    );
  };

  return (
    <>
      <input type="hidden" name="consent_version" value={currentConsent.version} />
      {inputs.map(({ name, ...input }) => (
        <p key={name}>
          <label className="label" htmlFor={name}>
            {labels[name]}
          </label>
          <input className="field" {...field(name)} {...input} readOnly={submitting} required />
          {why(name)}
          {name === 'email' && (
            <span role="status">
              {meant && (
                <button type="button" className={css.link} onClick={onCorrect}>
                  {contactForm.didYouMean(meant)}
                </button>
              )}
            </span>
          )}
        </p>
      ))}
      <p className={css.wide} inert={submitting}>
        <label className="label" htmlFor="industry">
          {labels.industry}
        </label>
        <select
          className="field"
          {...field('industry')}
          defaultValue={placeholders ? undefined : (preselected?.value ?? '')}
          required
        >
          <option value="">{contactForm.industryPlaceholder}</option>
          {placeholders?.text('other industry')}
          {[...(industry ? [industry] : []), ...listed].map(({ value, label }) => (
            <option key={value} value={value} {...placeholders?.attributes(`industry ${value}`)}>
              {label}
            </option>
          ))}
        </select>
        {why('industry')}
      </p>
      <p className={css.wide}>
        <label className="label" htmlFor="message">
          {labels.message} <span className="quiet">{labels.optional}</span>
        </label>
        <textarea
          className="field"
          {...field('message')}
          defaultValue={placeholders?.text('message')}
          readOnly={submitting}
          rows={4}
        />
        {why('message')}
      </p>
      {/* For machines that fill in whatever they find. People neither see nor reach it. */}
      <p className={css.trap} aria-hidden="true">
        <label htmlFor="website">{labels.website}</label>
        <input
          id="website"
          name="website"
          {...placeholders?.attributes('website')}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </p>
      <p className={`${css.wide} ${css.consent}`} inert={submitting}>
        <input {...field('consent_marketing')} type="checkbox" value="true" required />
        <label htmlFor="consent_marketing" className="small">
          {splitLinks(currentConsent.text).map(({ text, href }) =>
            href === undefined ? (
              text
            ) : (
              <a key={href} href={href}>
                {text}
              </a>
            ),
          )}
        </label>
        {why('consent_marketing')}
      </p>
    </>
  );
}
