import * as z from 'zod/mini';
import { incidentSchema } from '../../src/shared/health.ts';

const time = z.iso.datetime();

/** An alert to one address, until it is sent. */
const noticeSchema = z.object({
  id: z.string(),
  /** The key of the address. */
  to: z.string(),
  text: z.string(),
  tries: z.number(),
  next_attempt_at: time,
  /** Why the last try failed. */
  error: z.nullable(z.string()),
});

export type Notice = z.infer<typeof noticeSchema>;

const openIncidentSchema = z.extend(incidentSchema, {
  raised_at: time,
  /** When the last alert about it was made. */
  told_at: z.catch(time, '1970-01-01T00:00:00.000Z'),
  /** How many reminders were due by then. */
  reminders: z.number(),
  /** How many leads it was about then, where more of them are news. */
  size: z.catch(z.number(), 0),
});

export type OpenIncident = z.infer<typeof openIncidentSchema>;

const canarySchema = z.object({
  visited_at: z.nullable(time),
  /** How many of the last visits failed in a row. */
  failures: z.number(),
  /** The last failure, in a sentence. */
  failure: z.catch(z.nullable(z.string()), null),
});

export type CanaryState = z.infer<typeof canarySchema>;

export const newCanary: CanaryState = { visited_at: null, failures: 0, failure: null };

/** The site's knowledge of its own troubles. The store keeps it as one document. */
const watchSchema = z.object({
  /** When the watch last looked. */
  looked_at: z.nullable(time),
  canary: z.nullable(canarySchema),
  /** After a rollback, a kind may be unknown. What is still wrong is then found again. */
  incidents: z.catch(z.array(openIncidentSchema), []),
  notices: z.array(noticeSchema),
});

export type Watch = z.infer<typeof watchSchema>;

export const newWatch: Watch = {
  looked_at: null,
  canary: null,
  incidents: [],
  notices: [],
};

/** A damaged document is begun again: at worst, an alert comes twice. */
export const readWatch = (stored: unknown): Watch => watchSchema.safeParse(stored).data ?? newWatch;

/** A new lead, of which NOTICE_TO is to be told. */
const untoldSchema = z.object({
  id: z.string(),
  /** When it came, or was released. */
  at: z.catch(time, '1970-01-01T00:00:00.000Z'),
  test: z.catch(z.optional(z.literal(true)), undefined),
});

export type Untold = z.infer<typeof untoldSchema>;

/** How many are read at once: Firestore removes 500 documents in one write. */
export const untoldAtOnce = 400;

export const readUntold = (id: string, stored: unknown): Untold =>
  untoldSchema.parse({ ...Object(stored), id });

/** One address in NOTICE_TO: its latest messages, and the leads that it must still be told of. */
const tellerSchema = z.object({
  key: z.optional(z.string()),
  leads: z.array(untoldSchema),
  /** When it was told of single leads. */
  told: z.array(time),
  next_attempt_at: time,
  /** When the first try failed after which none succeeded. */
  failing_since: z.optional(time),
});

export type Teller = z.infer<typeof tellerSchema>;

const tellersSchema = z.object({ tellers: z.array(tellerSchema) });

/** A damaged document is begun again. */
export const readTellers = (stored: unknown): Teller[] =>
  tellersSchema.safeParse(stored).data?.tellers ?? [];

/** New leads are read only if it asks for them. */
export type DecideTellers = (
  tellers: readonly Teller[],
  untold: () => Promise<Untold[]>,
) => Promise<Teller[] | undefined> | undefined;
