import * as z from 'zod/mini';
import { troubleSchema } from '../../src/shared/health.ts';

const time = z.iso.datetime();

const openTroubleSchema = z.extend(troubleSchema, {
  /** Time of the last alert about it. Null if there was none yet. */
  told_at: z.nullable(time),
  /** Number of leads or messages in that alert. Null for a trouble without a number. */
  told_count: z.nullable(z.number()),
});

export type OpenTrouble = z.infer<typeof openTroubleSchema>;

const canarySchema = z.object({
  visited_at: z.nullable(time),
  /** Consecutive failed visits. */
  failures: z.number(),
  failure: z.catch(z.nullable(z.string()), null),
});

export type CanaryState = z.infer<typeof canarySchema>;

export const newCanary: CanaryState = { visited_at: null, failures: 0, failure: null };

const watchSchema = z.object({
  /** Time of the last run: the heartbeat of the schedule. */
  looked_at: z.nullable(time),
  canary: z.nullable(canarySchema),
  /** After a rollback, a kind may be unknown. A trouble that isn't over is then found again. */
  troubles: z.catch(z.array(openTroubleSchema), []),
});

export type Watch = z.infer<typeof watchSchema>;

export const newWatch: Watch = { looked_at: null, canary: null, troubles: [] };

/** A damaged document starts over. At worst, an alert is repeated. */
export const readWatch = (stored: unknown): Watch => watchSchema.safeParse(stored).data ?? newWatch;
