import * as z from 'zod/mini';

/** What anyone may know: whether the store can be reached, and how long leads have been waiting. */
export const healthSchema = z.object({
  store: z.enum(['reachable', 'unreachable']),
  /** Of the lead that has waited longest, given up or not; null where none waits or none can be read. */
  oldest_undelivered_seconds: z.nullable(z.number()),
  /** How long the oldest lead has been held as spam; null where none is or the store can't be read. */
  oldest_held_seconds: z.nullable(z.number()),
  /** Whether something is stored that RETENTION_DAYS says should be gone. */
  retention_behind: z.boolean(),
});

export type Health = z.infer<typeof healthSchema>;
