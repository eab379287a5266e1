import * as z from 'zod/mini';
import { atMost } from './at-most.ts';
import { errorIn, isUuid, wordsOf, type Contact, type Problem } from './contact.ts';
import { forFields, sources, type FieldName, type FormField } from './fields.ts';

const unreadable = 'The form could not be read';

/** The same rules as the browser's check. */
const fieldSchema = (field: FormField) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((input: unknown, { issues }) => {
      const message = errorIn(field, input);
      if (message !== undefined) issues.push({ code: 'custom', message, input });
      return wordsOf(input);
    }),
  );

/** In the order of the form, because only the first problem is shown. */
const contactShape = forFields(fieldSchema) as {
  [Name in FieldName]: z.ZodMiniType<Contact[Name]>;
};

/** No form stays open longer. */
const yearMs = 365 * 24 * 60 * 60 * 1000;

const noId = 'The submission has no valid id';
const noText = 'The submission names no consent text';
/** The body that the browser sends. A retry has the same id, so that it doesn't become a second lead. */
export const submissionSchema = z.object({
  ...contactShape,
  id: z.string(noId).check(z.refine(isUuid, noId), z.toLowerCase()),
  source: z.enum(sources, 'The submission has no valid source'),
  consent_version: z.string(noText).check(z.minLength(1, noText), atMost(40, noText)),
  /** A hidden field that only bots fill in. */
  website: z.optional(z.string(unreadable)),
  /** How long the form was open. Only a hint, so an invalid value is ignored. */
  open_ms: z.catch(z.optional(z.number().check(z.nonnegative(), z.lte(yearMs))), undefined),
  /** Whether the visitor ticked the box on this page. A tick restored from a draft is false. */
  ticked: z.catch(z.optional(z.boolean()), undefined),
  /** Marks the canary; `isCanary` verifies it. */
  canary: z.catch(z.optional(z.string().check(atMost(200))), undefined),
  /** Parsed by `readAttribution`. */
  attribution: z.optional(z.unknown()),
});

export type Submission = z.infer<typeof submissionSchema>;

export function firstProblem(error: z.core.$ZodError): Problem {
  const [issue] = error.issues;
  return {
    field: String(issue?.path[0] ?? ''),
    error: issue?.path.length ? issue.message : unreadable,
  };
}
