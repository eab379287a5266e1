import type { Actor, AuditEntry } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { Deps, SiteDeps, User } from '../deps.ts';
import type { Log } from '../log/log.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

/** Actor of the scheduled erasures. */
export const retention: Actor = { uid: null, name: 'retention' };

/** For an action that changes the store: the change and its entry are one write. */
export const entryOf = (
  event: AuditEvent,
  by: Actor,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
): AuditEntry => ({ id: newId(), at: now().toISOString(), by, event });

/**
 * Logs an action that writes nothing else, before the action. The action may fail after its entry, but it never lacks
 * one: if the entry can't be written, this rejects, and the action is refused. Decision 0020.
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

/** More leads than an admin reads in an hour of answering them. */
const manyLeads = 500;

/**
 * Logs once an hour that an admin has read more leads than the limit. Counts lists and searches, because exports have
 * their own entries. Each process counts separately: an admin whose calls reach several processes reads more before the
 * first entry, and may get several entries.
 */
export async function noteReading(leads: readonly { id: string }[], admin: User, deps: SiteDeps) {
  const { value: leadIds } = deps.usage.reads(admin.uid, deps.now());
  if (leadIds.size > manyLeads) return;
  for (const { id } of leads) leadIds.add(id);
  if (leadIds.size <= manyLeads) return;
  await appendAction({ action: 'read-many', count: manyLeads }, actorOf(admin), deps).catch(
    (error: unknown) => {
      leadIds.clear();
      throw error;
    },
  );
}

/** The platform's log is separate from the store, so it still has an entry that was removed from the store. */
export function announce({ id, event }: AuditEntry, log: Log): void {
  log({ event: 'audit', action: event.action, id });
}
