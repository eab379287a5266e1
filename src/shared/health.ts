import * as z from 'zod/mini';

/** What may not work, the worst first. */
export const reasons = ['store', 'schedule', 'canary', 'alerts'] as const;

/** What anyone may know: whether the site works, and what doesn't. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'not ok']),
  why: z.optional(z.enum(reasons)),
});

/**
 * The whole report, for admins and monitors with the HEALTH_TOKEN. Times are null if there is no such lead or
 * the store can't be read.
 */
export const healthReportSchema = z.extend(healthSchema, {
  store: z.enum(['reachable', 'unreachable']),
  oldest_undelivered_seconds: z.nullable(z.number()),
  oldest_held_seconds: z.nullable(z.number()),
  oldest_waiting_seconds: z.nullable(z.number()),
  /** Whether the store has a lead that should have been erased a day ago. */
  retention_behind: z.boolean(),
  /** How long ago the watch last looked for trouble. */
  looked_seconds: z.nullable(z.number()),
  /** How long ago the canary last came. Null also where none comes. */
  canary_seconds: z.nullable(z.number()),
  /** Whether the canary's last two visits failed. Off: none comes. */
  canary: z.enum(['ok', 'failing', 'off']),
  /** The commit that was deployed; null on a developer's machine. */
  version: z.nullable(z.string()),
});

export type Health = z.infer<typeof healthSchema>;
export type HealthReport = z.infer<typeof healthReportSchema>;

/**
 * A lead that the webhook has not taken for this long is late. Three attempts have failed by then, so it is
 * more than a hiccup of the webhook. The site looks every five minutes, so the alert comes within fifteen.
 */
export const lateAfterMs = 10 * 60_000;

/** The same for a held lead. It is longer, because a person has to review it. */
export const heldAfterMs = 4 * 60 * 60_000;

/** A lead that is held for this many days is erased. */
export const heldDays = 90;

/** The schedule runs every five minutes, and the canary comes each hour. After this time, it counts as stopped. */
export const stoppedAfterMs = { schedule: 15 * 60_000, canary: 3 * 60 * 60_000 };

const time = z.iso.datetime();

/** Something that is wrong now. Its sentence has no word of any lead. */
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

/** The oldest lead of those that wait too long. */
const waitSchema = z.nullable(z.object({ since: time, seconds: z.number() }));

/** All that the inbox warns of. */
export const alertsSchema = z.object({
  /** The webhook should have it. */
  undelivered: waitSchema,
  /** It is held, and waits for an admin. */
  held: waitSchema,
  /** An open tab may be older than a kind, and shows its sentence. */
  troubles: z.array(z.extend(troubleSchema, { kind: z.string() })),
});

export type Alerts = z.infer<typeof alertsSchema>;
