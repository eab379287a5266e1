import * as z from 'zod/mini';

/** The public health report. Times are null if there is no such lead or the store can't be read. */
export const healthSchema = z.object({
  store: z.enum(['reachable', 'unreachable']),
  /** How long the oldest pending or failed lead has waited. */
  oldest_undelivered_seconds: z.nullable(z.number()),
  /** How long the oldest held lead has waited for an admin. */
  oldest_held_seconds: z.nullable(z.number()),
  /** How long the oldest lead has waited for an answer. */
  oldest_waiting_seconds: z.nullable(z.number()),
  /** Whether the store has data that is older than RETENTION_DAYS allows. */
  retention_behind: z.boolean(),
  /** Whether the canary's last two visits failed. Off: none comes. */
  canary: z.enum(['ok', 'failing', 'off']),
  /** The commit that was deployed; null on a developer's machine. */
  version: z.nullable(z.string()),
});

export type Health = z.infer<typeof healthSchema>;
