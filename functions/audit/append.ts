import { linked, type Actor, type AuditEntry, type AuditEvent } from '../../src/shared/audit.ts';
import type { User, SiteDeps } from '../deps.ts';
import type { Log } from '../log/log.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

/** What the site does by itself, on its schedule. */
export const retention: Actor = { uid: null, name: 'retention' };

/**
 * Writes down what is about to be done. Before, not after: an entry may stand for an action that
 * failed then, but no action is without one. Where it can't be written, this rejects, and the
 * action is refused.
 */
export async function appendAction(
  event: AuditEvent,
  by: Actor,
  { store, now, newId, log }: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>,
): Promise<void> {
  const written = { id: newId(), at: now().toISOString(), by, event };
  announce(await (await store()).appendAudit((head) => linked(head, written)), log);
}

/** The log is another place than the store: it still has what was cut off there. */
export function announce({ number, event, hash }: AuditEntry, log: Log): void {
  log({ event: 'audit', action: event.action, number, hash });
}
