/** The form's page needs these at once. The schema is elsewhere, because it needs zod. */

export const submitContactPath = '/api/submit-contact';

/** Maximum lengths, in characters as JavaScript counts them. */
export const limits = {
  name: 100,
  email: 255,
  phone: 50,
  company: 100,
  industry: 100,
  message: 1000,
} as const;

/** The maximum length of each part of a lead's origin. */
export const originLimit = 200;

/** The form that was sent: the one on the contact page, or the one on an industry's page. */
export const sources = ['contact_page', 'contact_form'] as const;
export type Source = (typeof sources)[number];
