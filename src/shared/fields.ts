/** Apart from the schema, which imports zod: the form's page needs these at once. */

export const submitContactPath = '/api/submit-contact';

interface Field {
  name: string;
  /** In the form, the inbox and the text that staff copy. */
  label: string;
  /** A choice is one of the industries. Search finds lines, e-mail addresses and phone numbers. */
  kind: 'line' | 'text' | 'email' | 'phone' | 'choice' | 'consent';
  /** In UTF-16 code units. */
  limit?: number;
  /** Makes the field required. The sentence to show if it is empty. */
  missing?: string;
  /** The name in sentences about the field, if that isn't the label. */
  called?: string;
  autoComplete?: string;
  /**
   * The day on which the field was added, for example 2026-12-01. Older leads don't have the field, and its
   * CSV column comes after the older ones.
   */
  added?: string;
}

/** The form's fields, in order. Everything that handles a lead reads them here. */
const table = [
  {
    name: 'name',
    label: 'Name',
    kind: 'line',
    limit: 100,
    missing: 'Name is required',
    autoComplete: 'name',
  },
  { name: 'email', label: 'Email', kind: 'email', limit: 255, missing: 'Invalid email address' },
  { name: 'phone', label: 'Phone', kind: 'phone', limit: 50, missing: 'Phone is required' },
  {
    name: 'company',
    label: 'Company',
    called: 'Company name',
    kind: 'line',
    limit: 100,
    missing: 'Company name is required',
    autoComplete: 'organization',
  },
  {
    name: 'industry',
    label: 'Industry',
    kind: 'choice',
    limit: 100,
    missing: 'Industry is required',
  },
  { name: 'message', label: 'Message', kind: 'text', limit: 1000 },
  {
    name: 'consent_marketing',
    label: 'Marketing',
    kind: 'consent',
    missing: 'You must consent to receive notifications and promotional messages',
  },
] as const satisfies readonly Field[];

/** Exact types of the rows; the types of a lead derive from them. */
export type Row = (typeof table)[number];
export type FieldName = Row['name'];
export type FormField = Field & { name: FieldName };

export const fields: readonly FormField[] = table;

export const forFields = <T>(make: (field: FormField) => T): Record<FieldName, T> =>
  Object.fromEntries(fields.map((it) => [it.name, make(it)])) as Record<FieldName, T>;

/** The limit of each text field. Marked as pure, so that bundles without a use leave it out. */
export const limits = /* @__PURE__ */ forFields(({ limit }) => limit) as {
  [F in Row as F extends { limit: number } ? F['name'] : never]: number;
};

export const originLimit = 200;

/** The form that was sent: on the contact page, or on an industry's page. */
export const sources = ['contact_page', 'contact_form'] as const;
export type Source = (typeof sources)[number];
