import { fields } from '../shared/fields.ts';
import { heldDays } from '../shared/health.ts';
import { company, location } from './company.ts';

export const legal = {
  contents: 'Contents',
  effective: 'Effective',
  updated: 'Last updated',
} as const;

const formFields = fields
  .filter(({ kind }) => kind !== 'consent')
  .map(({ kind, label, missing }) => {
    if (missing === undefined) return `a ${label.toLowerCase()} if you write one`;
    return kind === 'email' ? 'e-mail' : label.toLowerCase();
  });

/** How long the site keeps a lead: RETENTION_DAYS at build time. */
export function retention(days = ''): string {
  if (days === '') return 'as long as we need them';
  const years = Number(days) / 365;
  if (!Number.isInteger(years)) return `${days} days`;
  return years === 1 ? 'one year' : `${years} years`;
}

/** Placeholders of the legal documents, such as {email}, whose values are defined elsewhere. */
export const inBraces: Readonly<Record<string, string>> = {
  company: company.name,
  email: `[${company.email}](mailto:${company.email})`,
  location,
  address: [company.street, `${location} ${company.postalCode ?? ''}`.trim()]
    .filter(Boolean)
    .join(', '),
  'form fields': formFields.join(', '),
  retention: retention(process.env['RETENTION_DAYS']),
  'held days': `${heldDays} days`,
};
