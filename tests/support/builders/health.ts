import { dueFrom, type OutboxEntry } from '../../../functions/store/outbox-entry.ts';
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

export const nothingWrong: Alerts = { undelivered: null, held: null, troubles: [] };

export const anAlert = (id: string, at: string, more: Partial<OutboxEntry> = {}) =>
  ({ kind: 'alert', id, at, text: 'Something is wrong.', ...dueFrom(at), ...more }) as OutboxEntry;
