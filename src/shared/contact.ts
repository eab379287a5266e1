import { fields, forFields, type FieldName, type FormField, type Row } from './fields.ts';

/** The contents of the form as they are sent and stored: an empty optional field is null. */
export type Contact = {
  [F in Row as F['name']]: F extends { kind: 'consent' }
    ? true
    : F extends { missing: string }
      ? string
      : string | null;
};

/** Test leads and generated leads have no agreement. */
export type StoredContact = Omit<Contact, 'consent_marketing'> & { consent_marketing: boolean };

/** A problem with a form: shown there, and sent as the body of a 422. */
export interface Problem {
  field: string;
  error: string;
}

/** Stores and screens may fail on lone surrogates or control characters; no keyboard types them. */
export const unstorable = /\p{Surrogate}|(?![\n\r\t])\p{Cc}/gu;

/** Invisible characters don't count as text: zero-width spaces, fillers, the blank Braille pattern. */
const visible = /[^\s\p{Cf}\p{DI}\u2800]/u;

/**
 * An address that a browser's e-mail field accepts, if the domain has a dot and no dot is misplaced.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const email =
  /^(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;
export const isEmail = (text: string): boolean => email.test(text);

/** Versions 1 to 8. Not the nil and max UUIDs, which many clients would share. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

export function errorIn(
  { kind, label, called = label, limit = 0, missing }: FormField,
  value: unknown,
): string | undefined {
  if (kind === 'consent') return value === true ? undefined : missing;
  if (typeof value !== 'string')
    return missing ?? (value == null ? undefined : `${called} must be text`);
  const words = value.trim();
  if (missing !== undefined && !(kind === 'email' ? email : visible).test(words)) return missing;
  if (words.length > limit) return `${called} must be at most ${limit} characters`;
  return words.match(unstorable) ? `${called} has characters that can't be read` : undefined;
}

export const wordsOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : (value ?? null);

/** The function's rules. Only the first problem is shown, so the order of the fields matters. */
export function problemIn(form: Readonly<Record<FieldName, unknown>>): Problem | undefined {
  for (const field of fields) {
    const error = errorIn(field, form[field.name]);
    if (error !== undefined) return { field: field.name, error };
  }
  return undefined;
}

export const contactOf = (form: Readonly<Record<FieldName, unknown>>): Contact =>
  forFields(({ name }) => wordsOf(form[name])) as Contact;
