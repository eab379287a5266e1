import { fields } from '../shared/fields.ts';
import { company, location } from './company.ts';

/** Around a legal document, which is a file of src/content/legal. */
export const legal = {
  contents: 'Contents',
  effective: 'Effective',
  updated: 'Last updated',
} as const;

/** The consent comes last. */
const formFields = fields
  .filter(({ kind }) => kind !== 'consent')
  .map(({ kind, label, missing }) => {
    if (missing === undefined) return `a ${label.toLowerCase()} if you write one`;
    return kind === 'email' ? 'e-mail' : label.toLowerCase();
  });

/** What the documents write in braces, such as {email}, because it is defined elsewhere. */
export const inBraces: Readonly<Record<string, string>> = {
  company: company.name,
  email: `[${company.email}](mailto:${company.email})`,
  location,
  address: [company.street, `${location} ${company.postalCode}`.trim()].filter(Boolean).join(', '),
  'form fields': formFields.join(', '),
};
