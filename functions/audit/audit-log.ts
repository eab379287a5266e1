import type { Actor, AuditEntry } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { Deps, SiteDeps, User } from '../deps.ts';
import type { Log } from '../log/log.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

/** The actor of the erasures that the site makes on its own schedule. */
export const retention: Actor = { uid: null, name: 'retention' };

/** The entry of an action that changes something in the store: both are one write. */
export const entryOf = (
  event: AuditEvent,
  by: Actor,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
): AuditEntry => ({ id: newId(), at: now().toISOString(), by, event });

/**
 * Logs an action that writes nothing else, before it is done: an action may fail after its entry, but none
 * lacks an entry. If the entry can't be written, this rejects, and so the action is refused. Decision 0020.
 */
export async function appendAction(
  event: AuditEvent,
  by: Actor,
  deps: Pick<Deps, 'store' | 'now' | 'newId' | 'log'>,
): Promise<AuditEntry> {
  const entry = entryOf(event, by, deps);
  await (await deps.store()).appendAudit(entry);
  announce(entry, deps.log);
  return entry;
}

/** More leads than somebody who answers them reads in an hour. */
const manyLeads = 500;

/**
 * Logs once an hour that an admin has read more leads than that. It counts lists and searches: an export has its
 * own entries. Each process counts for itself, so somebody whose calls reach several reads more before the
 * first entry, and may have several.
 */
export async function noteReading(leads: readonly { id: string }[], admin: User, deps: SiteDeps) {
  const { value: read } = deps.usage.reads(admin.uid, deps.now());
  if (read.size > manyLeads) return;
  for (const { id } of leads) read.add(id);
  if (read.size <= manyLeads) return;
  await appendAction({ action: 'read-many', count: manyLeads }, actorOf(admin), deps).catch(
    (error: unknown) => {
      read.clear();
      throw error;
    },
  );
}

/** The platform's logs are apart from the store, so an entry that was removed there can still be found. */
export function announce({ id, event }: AuditEntry, log: Log): void {
  log({ event: 'audit', action: event.action, id });
}
