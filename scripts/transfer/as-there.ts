import { announce, entryOf } from '../../functions/audit/audit-log.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import type { SiteDeps } from '../../functions/deps.ts';
import { erase } from '../../functions/erasure/erase.ts';
import type { OptOut, Role } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import type { PersonHash } from '../../functions/store/record.ts';
import { importing } from '../../src/shared/audit.ts';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import { ensure } from '../command.ts';
import type { Item } from './format.ts';
import type { LogFacts } from './log.ts';
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

/** Refuses opt-outs of another key than the list here has. Those from before keys were noted have none. */
export async function requireOneKey(items: Iterable<Item>, { store }: Here): Promise<void> {
  const keys = new Set<string>();
  for (const it of items) if (it.kind === 'opt-out' && it.key !== undefined) keys.add(it.key);
  if (keys.size === 0) return;
  const { isEmpty, mark } = await store.optOutList();
  if (!isEmpty && mark !== undefined) keys.add(mark);
  ensure(
    keys.size <= 1,
    'The do-not-contact list of this export was made with another PRIVACY_KEY than the list here, and no site can read both. Nothing was stored or erased.',
  );
}

export async function optOutHere({ hash, at, asked = [], key }: OptOut, here: Here) {
  const entry = entryHere({ action: 'opted-out', submission: null }, here);
  const change = { hashes: [hash], on: true, at, asked, mark: key } as const;
  const taken = await here.store.setOptOut(change, entry);
  if (taken) announce(entry, sayEvents(here.say));
  return taken ? 'added' : 'same';
}
