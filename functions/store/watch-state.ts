import * as z from 'zod/mini';
import { troubleSchema } from '../../src/shared/health.ts';

const time = z.iso.datetime();

/** A trouble that was found and is not over. */
const openTroubleSchema = z.extend(troubleSchema, {
  /** When the last alert about it was made. Null: nobody could be told yet. */
  told_at: z.nullable(time),
  /** How many leads or messages that alert named. Null if it isn't about a number. */
  told_count: z.nullable(z.number()),
});

export type OpenTrouble = z.infer<typeof openTroubleSchema>;

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
  /** When a run last looked: the heartbeat of the schedule. */
  looked_at: z.nullable(time),
  canary: z.nullable(canarySchema),
  /** After a rollback, a kind may be unknown. What is still wrong is then found again. */
  troubles: z.catch(z.array(openTroubleSchema), []),
});

export type Watch = z.infer<typeof watchSchema>;

export const newWatch: Watch = { looked_at: null, canary: null, troubles: [] };

/** A damaged document is begun again: at worst, an alert comes twice. */
export const readWatch = (stored: unknown): Watch => watchSchema.safeParse(stored).data ?? newWatch;
