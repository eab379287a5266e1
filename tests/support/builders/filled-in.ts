import type { Draft } from '../../../src/islands/contact-form/memory.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { firstProblem, submissionSchema } from '../../../src/shared/contact-schema.ts';
import { forFields } from '../../../src/shared/fields.ts';

export const filledIn: Draft = {
  ...forFields(({ label }) => `Some ${label}`),
  name: 'Dana Roe',
  email: 'dana@example.com',
  phone: '(713) 555-0142',
  company: 'Roe Roofing',
  industry: 'roofing',
  message: 'We cover Katy and Cypress.',
  consent_marketing: true,
};

export const someId = '0f9d3a52-6c1b-4f0e-9a57-3f2b8f0c1d11';

/** The body that the browser sends for this form, without the values that only the browser knows. */
export const sentForm = {
  ...filledIn,
  id: someId,
  source: 'contact_page',
  consent_version: '2025-10-03',
};

export const withField = (field: string, value: unknown) => ({ ...sentForm, [field]: value });

export const without = (...fields: string[]) =>
  Object.fromEntries(Object.entries(sentForm).filter(([field]) => !fields.includes(field)));

/** The first error that the function finds in a submission. */
export const problemOf = (sent: unknown) => {
  const { error } = submissionSchema.safeParse(sent);
  return error && firstProblem(error);
};

export const fields = {
  ...filledIn,
  consent_marketing: 'true',
  source: 'contact_page',
  consent_version: currentConsent.version,
  website: '',
};

/** A small version of the page that the build makes. */
export const page = `<p role="alert">{{placeholder problem}}</p><p data-placeholder="kept">All is here.</p><form>
<input data-placeholder="source" type="hidden" name="source">
<input name="name" data-placeholder="name"><span>{{placeholder name problem}}</span>
<input name="email" data-placeholder="email"><span>{{placeholder email problem}}</span>
<input name="phone" data-placeholder="phone"><input name="company" data-placeholder="company">
<input name="website" data-placeholder="website">
<select name="industry" data-placeholder="industry"><option value="">Choose</option>{{placeholder other industry}}<option value="roofing" data-placeholder="industry roofing">Roofing</option></select>
<textarea name="message" data-placeholder="message">{{placeholder message}}</textarea>
<input name="consent_marketing" type="checkbox" data-placeholder="consent_marketing"></form>`;
