import * as z from 'zod/mini';

/** What anyone may know: whether the store can be reached, and how long a lead has not been delivered. */
export const healthSchema = z.object({
  store: z.enum(['reachable', 'unreachable']),
  /** Of the lead that has waited longest, given up or not; null where none waits or none can be read. */
  oldest_undelivered_seconds: z.nullable(z.number()),
});

export type Health = z.infer<typeof healthSchema>;
