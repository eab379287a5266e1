import type { Actor, AuditEntry } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { Deps, SiteDeps, User } from '../deps.ts';
import type { Log } from '../log/log.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

export const retention: Actor = { uid: null, name: 'retention' };

/** For an action that changes the store: the change and its entry are one write. */
export const entryOf = (
  event: AuditEvent,
  by: Actor,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
): AuditEntry => ({ id: newId(), at: now().toISOString(), by, event });

/** Runs before the action. If the entry can't be written, the action is refused. Decision 0020. */
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

/** Once an hour. Counts lists and searches, because exports have entries. Each process counts separately. */
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
