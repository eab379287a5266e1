import { contact } from '../../copy/contact.ts';
import { splitLinks } from '../../copy/inline-links.ts';
import { currentConsent } from '../../shared/consent.ts';
import type { Problem } from '../../shared/contact.ts';
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
}

const inputs = [
  { name: 'name', type: 'text', autoComplete: 'name' },
  { name: 'email', type: 'email', autoComplete: 'email', inputMode: 'email' },
  { name: 'phone', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  { name: 'company', type: 'text', autoComplete: 'organization' },
] as const;

export function FormFields({ industry, preselected, problem }: Props) {
  const listed = contactIndustries.filter(({ value }) => value !== industry?.value);
  const { labels } = contact.form;
  const told = (name: string) => ({
    id: name,
    name,
    'aria-invalid': problem?.field === name || undefined,
    'aria-describedby': problem?.field === name ? `${name}-problem` : undefined,
  });
  const why = (name: string) =>
    problem?.field === name && (
      <span id={`${name}-problem`} className={css.problem}>
        {problem.error}
      </span>
    );

  return (
    <>
      <input type="hidden" name="consent_version" value={currentConsent.version} />
      {inputs.map(({ name, ...input }) => (
        <p key={name}>
          <label className="label" htmlFor={name}>
            {labels[name]}
          </label>
          <input className="field" {...told(name)} {...input} required />
          {why(name)}
        </p>
      ))}
      <p className={css.wide}>
        <label className="label" htmlFor="industry">
          {labels.industry}
        </label>
        <select
          className="field"
          {...told('industry')}
          defaultValue={preselected?.value ?? ''}
          required
        >
          <option value="">{contact.form.industryPlaceholder}</option>
          {[...(industry ? [industry] : []), ...listed].map(({ value, label }) => (
            <option key={value} value={value}>
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
        <textarea className="field" {...told('message')} rows={4} />
        {why('message')}
      </p>
      {/* For machines that fill in whatever they find. People neither see nor reach it. */}
      <p className={css.trap} aria-hidden="true">
        <label htmlFor="website">{labels.website}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </p>
      <p className={`${css.wide} ${css.consent}`}>
        <input {...told('consent_marketing')} type="checkbox" value="true" required />
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
