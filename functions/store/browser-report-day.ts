import * as z from 'zod/mini';
import { failureKinds } from '../../src/shared/browser-report.ts';

/** One network's visit to a page with a form, on one day. */
const visitSchema = z.object({
  /** Keyed hash of the day, the page and the network, so it links no other day or page. Null once the day is over. */
  visitor: z.nullable(z.string()),
  page: z.string(),
  browser: z.string(),
  failed: z.boolean(),
});

export type Visit = z.infer<typeof visitSchema>;

const failureSchema = z.object({
  kind: z.enum(failureKinds),
  page: z.string(),
  file: z.string(),
  line: z.nullable(z.number()),
  browser: z.string(),
  count: z.number(),
});

export type BrowserFailure = z.infer<typeof failureSchema>;

/** All reports of a day (UTC) are one document: the watch reads two documents, however many visitors came. */
const daySchema = z.object({
  visits: z.array(visitSchema),
  failures: z.array(failureSchema),
});

export type BrowserReports = z.infer<typeof daySchema>;

/** A damaged document starts over. */
export const readDay = (stored: unknown): BrowserReports =>
  daySchema.safeParse(stored).data ?? { visits: [], failures: [] };
