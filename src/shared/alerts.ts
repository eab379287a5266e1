import * as z from 'zod/mini';

/** The kinds of trouble of the site itself. */
export const incidentKinds = [
  'store',
  'settings',
  'webhook',
  'deliveries',
  'canary',
  'given_up',
  'retention',
  'held',
  'waiting',
  'silence',
] as const;

export type IncidentKind = (typeof incidentKinds)[number];

const time = z.iso.datetime();

/** Something that is wrong now. Its sentence has no word of any lead. */
export const incidentSchema = z.object({
  kind: z.enum(incidentKinds),
  what: z.string(),
  since: time,
});

export type Incident = z.infer<typeof incidentSchema>;

/** The part of the alerts that admins see. */
export const alertsSchema = z.object({
  incidents: z.array(incidentSchema),
  /** Why the last try to send an alert failed. Null if none waits to be tried again. */
  unsent: z.nullable(z.string()),
});

export type Alerts = z.infer<typeof alertsSchema>;
