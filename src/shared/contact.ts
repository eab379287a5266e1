import * as z from 'zod/mini';
import { limits, sources } from './fields.ts';

/** Zod's own maxLength counts an emoji as one character, but JavaScript as two or more. */
const atMost = (max: number, error: string) =>
  z.refine<string>((text) => text.length <= max, error);

/** Stores and screens may fail on lone surrogates or control characters; no keyboard types them. */
const storable = (label: string) =>
  z.refine<string>(
    (text) => !/\p{Surrogate}|(?![\n\r\t])\p{Cc}/u.test(text),
    `${label} has characters that can't be read`,
  );

const tooLong = (label: string, max: number): string =>
  `${label} must be at most ${max} characters`;

/** Characters that nobody sees don't count as text: zero-width spaces, fillers, the blank Braille pattern. */
const visible = (missing: string) =>
  z.refine<string>((text) => /[^\s\p{Cf}\p{DI}\u2800]/u.test(text), missing);

/**
 * An address as a browser's own e-mail field takes it, if the domain has a dot and no dot is out of place.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const email =
  /^(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;
export const isEmail = (text: string): boolean => email.test(text);

const line = (label: string, max: number, missing: string) =>
  z
    .string(missing)
    .check(z.trim(), visible(missing), atMost(max, tooLong(label, max)), storable(label));

const unreadable = 'The form could not be read';

/**
 * Makes the schema of the fields that a visitor fills in. Browser and function parse with the same
 * one. Fields are in the order of the form, since only the first problem is shown. It is a function
 * because making a schema takes time: the browser makes it when a form is sent, not at the first touch.
 */
export const contactSchema = () =>
  z.object({
    name: line('Name', limits.name, 'Name is required'),
    email: z
      .string('Invalid email address')
      .check(
        z.trim(),
        z.refine(isEmail, 'Invalid email address'),
        atMost(limits.email, tooLong('Email', limits.email)),
      ),
    phone: line('Phone', limits.phone, 'Phone is required'),
    company: line('Company name', limits.company, 'Company name is required'),
    industry: line('Industry', limits.industry, 'Industry is required'),
    message: z.pipe(
      z.nullish(
        z
          .string('Message must be text')
          .check(
            z.trim(),
            atMost(limits.message, tooLong('Message', limits.message)),
            storable('Message'),
          ),
      ),
      z.transform((text) => text || null),
    ),
    consent_marketing: z.literal(
      true,
      'You must consent to receive notifications and promotional messages',
    ),
  });

export type Contact = z.infer<ReturnType<typeof contactSchema>>;
export type ContactField = keyof Contact;

/** Nobody has a form open for longer. */
const yearMs = 365 * 24 * 60 * 60 * 1000;

const noId = 'The submission has no valid id';
/** Versions 1 to 8, without the nil and max UUIDs, which many clients would share. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/**
 * Makes the schema of the body that the browser sends. A retry has the same id, so that it doesn't
 * become a second lead.
 */
export const submissionSchema = () =>
  z.extend(contactSchema(), {
    id: z.string(noId).check(z.refine(isUuid, noId), z.toLowerCase()),
    source: z.enum(sources, 'The submission has no valid source'),
    consent_version: z
      .string('The submission names no consent text')
      .check(
        z.minLength(1, 'The submission names no consent text'),
        atMost(40, 'The submission names no consent text'),
      ),
    /** A hidden field that only bots fill in. */
    website: z.optional(z.string(unreadable)),
    /** How many milliseconds the form was open. Only a hint, so an invalid value is ignored. */
    open_ms: z.catch(z.optional(z.number().check(z.nonnegative(), z.lte(yearMs))), undefined),
    /** The mark of the page with the form, and whether its box was ticked there. */
    page: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
    ticked: z.catch(z.optional(z.boolean()), undefined),
    /** Says that this is the canary; `isCanary` checks it. */
    canary: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
    /** `readAttribution` reads it. */
    attribution: z.optional(z.unknown()),
  });

export type Submission = z.infer<ReturnType<typeof submissionSchema>>;

export interface Problem {
  field: string;
  error: string;
}

/** The first problem, for the form and for the body of a 422. */
export function firstProblem(error: z.core.$ZodError): Problem {
  const [issue] = error.issues;
  return {
    field: String(issue?.path[0] ?? ''),
    error: issue?.path.length ? issue.message : unreadable,
  };
}
