import type { Alerts, HealthReport } from '../../../src/shared/health.ts';

/** The report of a site whose oldest undelivered and held leads have waited for so many seconds. */
export const healthOf = (undelivered: number | null, held: number | null = null): HealthReport => ({
  status: 'ok',
  store: 'reachable',
  oldest_undelivered_seconds: undelivered,
  oldest_held_seconds: held,
  oldest_waiting_seconds: null,
  looked_seconds: null,
  canary_seconds: null,
  retention_behind: false,
  canary: 'off',
  version: null,
});

export const nothingWrong: Alerts = { undelivered: null, held: null, incidents: [], unsent: null };

/** An alert to the address with this key, as the store keeps it until it is sent. */
export const aNotice = (to: string) => ({
  id: `to ${to}`,
  to,
  text: 'Something is wrong.',
  tries: 0,
  next_attempt_at: '2025-11-03T12:00:00.000Z',
  error: null,
});
