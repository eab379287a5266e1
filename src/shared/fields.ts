/**
 * Maximum lengths, in characters as JavaScript counts them. They are apart from the schema, so that
 * code can use them without loading zod.
 */
export const limits = {
  name: 100,
  email: 255,
  phone: 50,
  company: 100,
  industry: 100,
  message: 1000,
} as const;

/** The form that was sent: the one on the contact page, or the one on an industry's page. */
export const sources = ['contact_page', 'contact_form'] as const;
export type Source = (typeof sources)[number];
