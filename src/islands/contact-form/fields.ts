import { untouched } from '../../browser/untouched.ts';
import type { Draft } from './draft.ts';

/** The form's own fields, by their names. */
type Fields = Record<Exclude<keyof Draft, 'consent_marketing'>, HTMLInputElement> & {
  consent_marketing: HTMLInputElement;
  website: HTMLInputElement;
  /** Outside of the island, and only in a built page. */
  page?: HTMLInputElement;
};

const typed = ['name', 'email', 'phone', 'company', 'message'] as const;

export const fieldsOf = (form: HTMLFormElement): Fields =>
  form.elements as unknown as HTMLFormControlsCollection & Fields;

export function readDraft(form: HTMLFormElement): Draft {
  const { name, email, phone, company, industry, message, consent_marketing } = fieldsOf(form);
  return {
    name: name.value,
    email: email.value,
    phone: phone.value,
    company: company.value,
    industry: industry.value,
    message: message.value,
    consent_marketing: consent_marketing.checked,
  };
}

/** Fills in what a visitor had typed before, except where they have typed since. */
export function fill(form: HTMLFormElement, draft: Draft): void {
  const fields = fieldsOf(form);
  for (const name of typed) {
    if (untouched(fields[name])) fields[name].value = draft[name];
  }
  fields.consent_marketing.checked ||= draft.consent_marketing;
}

/** Whether a visitor has typed anything into the form as built. */
export function touched(form: HTMLFormElement): boolean {
  const fields = fieldsOf(form);
  return (
    fields.consent_marketing.checked ||
    !untouched(fields.industry) ||
    typed.some((name) => !untouched(fields[name]))
  );
}
