/** The longest that each field may be, in characters as JavaScript counts them. */
export const limits = {
  name: 100,
  email: 255,
  phone: 50,
  company: 100,
  industry: 100,
  message: 1000,
} as const;

/** The form that was sent: the contact page's, or the one inside an industry's page. */
export const sources = ['contact_page', 'contact_form'] as const;
export type Source = (typeof sources)[number];
