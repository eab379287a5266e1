import { linked, type Actor, type AuditEntry, type AuditPage } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { User, SiteDeps } from '../deps.ts';
import type { Log } from '../log/log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { foreignCursor, parametersOf, readLimit } from '../http/request.ts';

export const actorOf = ({ uid, email }: User): Actor => ({
  uid,
  name: (email ?? uid).toWellFormed(),
});

/** The actor of the erasures that the site makes on its own schedule. */
export const retention: Actor = { uid: null, name: 'retention' };

/**
 * Logs an action before it is done: an action may fail after its entry, but none lacks an entry. If the
 * entry can't be written, this rejects, and so the action is refused. Decision 0020.
 */
export async function appendAction(
  event: AuditEvent,
  by: Actor,
  { store, now, newId, log }: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>,
): Promise<AuditEntry> {
  const written = { id: newId(), at: now().toISOString(), by, event };
  const entry = await (await store()).appendAudit((head) => linked(head, written));
  announce(entry, log);
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

/** Platform logs live apart from the store, so they still have an entry that somebody cut off there. */
export function announce({ number, event, hash }: AuditEntry, log: Log): void {
  log({ event: 'audit', action: event.action, number, hash });
}

/** The audit log, a page at a time, newest first. */
export const audit = forAdmins(async ({ url }, { store }) => {
  const { limit, cursor } = parametersOf(url);
  // It is the number of the previous page's last entry.
  if (cursor !== undefined && !/^\d{1,12}$/.test(cursor)) throw foreignCursor();
  const before = cursor === undefined ? undefined : Number(cursor);
  const { next, ...page } = await (await store()).audit({ limit: readLimit(limit), before });
  const next_cursor = next === undefined ? null : String(next);
  return json(200, { ...page, next_cursor } satisfies AuditPage);
});
