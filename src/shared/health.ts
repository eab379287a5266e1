import * as z from 'zod/mini';

/** Possible faults, the worst first. */
export const reasons = ['store', 'schedule', 'canary', 'alerts'] as const;

/** The public report. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'not ok']),
  why: z.optional(z.enum(reasons)),
});

/**
 * The full report, for admins and for monitors with the HEALTH_TOKEN. Times are null if there is no such
 * lead or if the store can't be read.
 */
export const healthReportSchema = z.extend(healthSchema, {
  store: z.enum(['reachable', 'unreachable']),
  oldest_undelivered_seconds: z.nullable(z.number()),
  oldest_held_seconds: z.nullable(z.number()),
  oldest_waiting_seconds: z.nullable(z.number()),
  /** Whether the store has a lead whose erasure is a day late. */
  retention_behind: z.boolean(),
  /** Seconds since the last check of the watch. */
  looked_seconds: z.nullable(z.number()),
  /** Seconds since the last visit of the canary. Null also if the canary is off. */
  canary_seconds: z.nullable(z.number()),
  /** Failing: the last two visits failed. */
  canary: z.enum(['ok', 'failing', 'off']),
  /** The deployed commit; null on a developer's machine. */
  version: z.nullable(z.string()),
});

export type Health = z.infer<typeof healthSchema>;
export type HealthReport = z.infer<typeof healthReportSchema>;

/**
 * A lead that the webhook has not accepted for this long is late. Three attempts have failed within that
 * time, so it is more than a short outage. The site checks every five minutes, so the alert comes within
 * fifteen.
 */
export const lateAfterMs = 10 * 60_000;

/** The same for a held lead. Longer, because an admin has to review it. */
export const heldAfterMs = 4 * 60 * 60_000;

/** Held leads are erased after this many days. */
export const heldDays = 90;

/** The schedule runs every five minutes, the canary every hour. After this, they count as stopped. */
export const stoppedAfterMs = { schedule: 15 * 60_000, canary: 3 * 60 * 60_000 };

const time = z.iso.datetime();

/** A current fault. Its sentence contains no data of a lead. */
export const troubleSchema = z.object({
  kind: z.enum([
    'checks',
    'settings',
    'opt_outs',
    'deliveries',
    'given_up',
    'damaged',
    'addresses',
    'alerts',
    'rights',
    'canary',
    'browsers',
    'watch',
    'retention',
    'held',
    'waiting',
    'calls',
    'silence',
  ]),
  what: z.string(),
  since: time,
});

export type TroubleKind = z.infer<typeof troubleSchema>['kind'];

/** The oldest lead that has waited too long. */
const waitSchema = z.nullable(z.object({ since: time, seconds: z.number() }));

/** Everything that the inbox warns of. */
export const alertsSchema = z.object({
  /** The webhook should have the lead. */
  undelivered: waitSchema,
  /** It is held, and waits for an admin. */
  held: waitSchema,
  /** An open tab may be older than a kind, and still shows its sentence. */
  troubles: z.array(z.extend(troubleSchema, { kind: z.string() })),
});

export type Alerts = z.infer<typeof alertsSchema>;
