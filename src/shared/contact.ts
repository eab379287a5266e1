import { fields, forFields, type FieldName, type FormField, type Row } from './fields.ts';

/** The words that each field gives, as they are sent and stored: an optional one is null if it is empty. */
export type Contact = {
  [F in Row as F['name']]: F extends { kind: 'consent' }
    ? true
    : F extends { missing: string }
      ? string
      : string | null;
};

/** In a test, and in an invented lead, nobody agreed to anything. */
export type StoredContact = Omit<Contact, 'consent_marketing'> & { consent_marketing: boolean };

/** A problem with a form, for the form itself and for the body of a 422. */
export interface Problem {
  field: string;
  error: string;
}

/** Stores and screens may fail on lone surrogates or control characters; no keyboard types them. */
export const unstorable = /\p{Surrogate}|(?![\n\r\t])\p{Cc}/gu;

/** Characters that nobody sees don't count as text: zero-width spaces, fillers, the blank Braille pattern. */
const visible = /[^\s\p{Cf}\p{DI}\u2800]/u;

/**
 * An address as a browser's own e-mail field takes it, if the domain has a dot and no dot is out of place.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const email =
  /^(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;
export const isEmail = (text: string): boolean => email.test(text);

/** Versions 1 to 8, without the nil and max UUIDs, which many clients would share. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/** The first rule that a field's value breaks, in a sentence. */
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

/** A value that breaks no rule, as it is sent and stored. */
export const wordsOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : (value ?? null);

/**
 * Checks what a visitor filled in, by the rules of the function. Only the first problem is shown, so
 * the order of the fields counts.
 */
export function problemIn(form: Readonly<Record<FieldName, unknown>>): Problem | undefined {
  for (const field of fields) {
    const error = errorIn(field, form[field.name]);
    if (error !== undefined) return { field: field.name, error };
  }
  return undefined;
}

/** The words of a form without a problem. */
export const contactOf = (form: Readonly<Record<FieldName, unknown>>): Contact =>
  forFields(({ name }) => wordsOf(form[name])) as Contact;
