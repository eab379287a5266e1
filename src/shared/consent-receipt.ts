import * as z from 'zod/mini';
import earlier from '../../site/earlier-consents.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';
import { currentConsent } from './consent.ts';

export const consentReceiptSchema = z.object({
  version: z.string(),
  /** The hash of that version's text, in hexadecimal. */
  sha256: z.string(),
  at: z.iso.datetime(),
  page_url: z.nullable(z.string()),
  ip: z.string(),
  user_agent: z.nullable(z.string()),
  /** Sent by the form's island or by the browser itself. Missing in older receipts. */
  form: z.optional(z.enum(['island', 'plain'])),
  /** Whether the visitor ticked the box, which starts empty, on this page. Null if unknown. */
  ticked: z.optional(z.nullable(z.boolean())),
  open_ms: z.optional(z.nullable(z.number())),
  /** Older receipts only: the SHA-256 of the page as it was served, and the deploy that served it first. */
  page_sha256: z.optional(z.nullable(z.string())),
  deploy: z.optional(z.nullable(z.string())),
});

export type ConsentReceipt = z.infer<typeof consentReceiptSchema>;

export const noConsent = (at: string): ConsentReceipt => ({
  version: '',
  sha256: '',
  at,
  page_url: null,
  ip: '',
  user_agent: null,
});

type Published = Contents['earlier-consents']['texts'][number];

/** All published texts, so that each stored consent can be shown with its own. */
export const consentTexts: readonly [Published, ...Published[]] = [
  currentConsent,
  ...earlier.texts,
];

export const consentTextOf = (version: string): string | undefined =>
  consentTexts.find((it) => it.version === version)?.text;

/** A page may stay open this long after its text was replaced. */
const graceMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the next version, which is named by its date of publication, was published too long ago. */
export function isOutdated(version: string, now: Date): boolean {
  const successor = consentTexts[consentTexts.findIndex((it) => it.version === version) - 1];
  return (
    successor !== undefined && now.getTime() > Date.parse(successor.version.slice(0, 10)) + graceMs
  );
}
