import { linked, type Actor, type AuditEntry, type AuditEvent } from '../../src/shared/audit.ts';
import type { User, SiteDeps } from '../deps.ts';
import type { Log } from '../log/log.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

/** The actor of what the site erases by itself, on its schedule. */
export const retention: Actor = { uid: null, name: 'retention' };

/**
 * Logs an action before it is done, not after: an entry may be of an action that then failed, but no
 * action lacks an entry. If the entry can't be written this rejects, and the action is refused.
 */
export async function appendAction(
  event: AuditEvent,
  by: Actor,
  { store, now, newId, log }: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>,
): Promise<void> {
  const written = { id: newId(), at: now().toISOString(), by, event };
  announce(await (await store()).appendAudit((head) => linked(head, written)), log);
}

/** The platform's log is kept apart from the store, so it still has an entry that was cut off there. */
export function announce({ number, event, hash }: AuditEntry, log: Log): void {
  log({ event: 'audit', action: event.action, number, hash });
}
