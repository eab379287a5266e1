import { announce, entryOf } from '../../functions/audit/audit-log.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import type { SiteDeps } from '../../functions/deps.ts';
import { erase } from '../../functions/erasure/erase.ts';
import { fingerprintOf, ListUnreadable } from '../../functions/opt-outs/may-contact.ts';
import type { OptOut, Role } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import type { PersonHash } from '../../functions/store/record.ts';
import { importing } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import { ensure } from '../command.ts';
import type { LogFacts } from './log.ts';
import type { Export } from './read-export.ts';
import { sayEvents, type Say } from './say.ts';

export interface Here {
  store: Store;
  say: Say;
  /** Undefined where PRIVACY_KEY isn't set: then new tombstones can't be found by their person. */
  personHash: PersonHash | undefined;
}

const world = ({ store, say, personHash }: Here) =>
  ({
    store: () => Promise.resolve(store),
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
    log: sayEvents(say),
    personHash,
  }) satisfies Partial<SiteDeps>;

/** The entry of what an import does. */
const entryHere = (event: AuditEvent, here: Here) => entryOf(event, importing, world(here));

/**
 * Erases here what was erased in the other store. If the audit log has the erasure from there, it gets no
 * second entry.
 */
export async function eraseHere(ids: readonly string[], log: LogFacts, here: Here) {
  const { store, personHash } = here;
  const logged = ids.filter((id) => log.erased.has(id));
  const others = ids.filter((id) => !log.erased.has(id));
  const at = new Date().toISOString();
  const count = await store.erase(logged, at, { personHash });
  return others.length === 0 ? count : count + (await erase(others, importing, world(here)));
}

/** Revokes the roles that were revoked in the other store and not granted here since. */
export async function revokeHere(log: LogFacts, here: Here): Promise<number> {
  let count = 0;
  for (const user of log.revoked) {
    const entry = entryHere({ action: 'revoked', user }, here);
    if (!(await here.store.revokeRole(user, adminRole, entry))) continue;
    announce(entry, sayEvents(here.say));
    count += 1;
  }
  return count;
}

export async function grantHere({ user_id, role, email }: Role, log: LogFacts, here: Here) {
  const { store, say } = here;
  if (await store.hasRole(user_id, role)) return 'same';
  const isAdmin = role === adminRole;
  if (isAdmin && log.revoked.has(user_id)) return 'revoked';
  const entry = isAdmin ? entryHere({ action: 'granted', user: user_id }, here) : undefined;
  if (!(await store.grantRole(user_id, role, email, entry))) return 'same';
  if (entry) announce(entry, sayEvents(say));
  return 'added';
}

/**
 * Refuses a do-not-contact list that was made with another key than the one configured here: nobody on it would be
 * recognized. `keys` are the fingerprints in the export.
 */
export function requireSameKey({ keys, hasOptOuts }: Export, { personHash }: Here): void {
  if (!hasOptOuts) return;
  const nothing = 'Nothing was stored or erased.';
  ensure(
    keys.size > 0,
    `This export doesn't say which PRIVACY_KEY its do-not-contact list was made with. Update the site that it came from, and export again. ${nothing}`,
  );
  const own = personHash && fingerprintOf(personHash);
  ensure(
    [...keys].every((it) => it === own),
    `The do-not-contact list of this export was made with another PRIVACY_KEY, so nobody on it would be recognized. Set PRIVACY_KEY to that of the site that it came from. ${nothing}`,
  );
}

export async function optOutHere({ hash, at, how }: OptOut, here: Here) {
  const { store, say, personHash } = here;
  const entry = entryHere({ action: 'opted-out', submission: null }, here);
  if (!personHash) throw new ListUnreadable();
  const change = { hashes: [hash], at, how, fingerprint: fingerprintOf(personHash) };
  if (!(await store.optOut(change, entry))) return 'same';
  announce(entry, sayEvents(say));
  return 'added';
}
