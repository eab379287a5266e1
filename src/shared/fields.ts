/** The form's page needs these at once. The schema is elsewhere, because it needs zod. */

export const submitContactPath = '/api/submit-contact';

interface Field {
  name: string;
  /** In the form, the inbox and the text that staff copy. */
  label: string;
  /** A choice is one of the industries. Search finds lines, e-mail addresses and phone numbers. */
  kind: 'line' | 'text' | 'email' | 'phone' | 'choice' | 'consent';
  /** The maximum length, in characters as JavaScript counts them. */
  limit?: number;
  /** Makes the field required, and says so if nothing that counts was filled in. */
  missing?: string;
  /** Its name in a sentence about its words, if that isn't the label. */
  called?: string;
  /** For the browser's autofill. */
  autoComplete?: string;
  /**
   * The day a field was added, like 2026-12-01. Leads that were stored before don't have it, and its
   * column in the CSV comes after those that were there.
   */
  added?: string;
}

/** The form's fields in its order. Everything that handles a lead reads them here. */
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

/** The rows with their exact types, from which the types of a lead follow. */
export type Row = (typeof table)[number];
export type FieldName = Row['name'];
export type FormField = Field & { name: FieldName };

export const fields: readonly FormField[] = table;

/** An object with what `make` returns for each field. */
export const forFields = <T>(make: (field: FormField) => T): Record<FieldName, T> =>
  Object.fromEntries(fields.map((it) => [it.name, make(it)])) as Record<FieldName, T>;

/** The limit of each text field. Marked as pure, so that visitors load it only where it is used. */
export const limits = /* @__PURE__ */ forFields(({ limit }) => limit) as {
  [F in Row as F extends { limit: number } ? F['name'] : never]: number;
};

export const originLimit = 200;

/** The form that was sent: the one on the contact page, or the one on an industry's page. */
export const sources = ['contact_page', 'contact_form'] as const;
export type Source = (typeof sources)[number];
