import type { Draft } from '../../../src/islands/contact-form/draft.ts';
import { contactSchema, firstProblem } from '../../../src/shared/contact.ts';

/** A form in which a visitor filled in every field. */
export const filledIn: Draft = {
  name: 'Dana Roe',
  email: 'dana@example.com',
  phone: '(713) 555-0142',
  company: 'Roe Roofing',
  industry: 'roofing',
  message: 'We cover Katy and Cypress.',
  consent_marketing: true,
};

/** The form without these fields. */
export const without = (...fields: string[]) =>
  Object.fromEntries(Object.entries(filledIn).filter(([field]) => !fields.includes(field)));

/** The first problem that the schema finds in a form. */
export const problemOf = (input: unknown) => {
  const { error } = contactSchema().safeParse(input);
  return error && firstProblem(error);
};

export const someId = '0f9d3a52-6c1b-4f0e-9a57-3f2b8f0c1d11';
export const anotherId = '7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';
