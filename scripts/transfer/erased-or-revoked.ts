import type { Log } from '../../functions/log/log.ts';
import { erase } from '../../functions/erasure/erase.ts';
import type { Store } from '../../functions/store/port.ts';
import type { PersonHash } from '../../functions/store/record.ts';
import { commandLine, auditEntrySchema, type AuditEntry } from '../../src/shared/audit.ts';
import { StartError } from '../command.ts';
import { numbered, type Say } from './say.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import type { Role } from '../../functions/store/transfer.ts';
import { pageSize } from './store-items.ts';

/** The destination of an import. */
export interface Here {
  store: Store;
  say: Say;
  /** Undefined where PRIVACY_KEY isn't set: then new tombstones can't be found by their person. */
  personHash: PersonHash | undefined;
}

/**
 * Erases here what was erased in the other store. If the audit log has the erasure from there, it gets no
 * second entry: the other store's next entries could not follow that one.
 */
export async function eraseHere(
  ids: readonly string[],
  named: ReadonlySet<string>,
  { store, say, personHash }: Here,
): Promise<number> {
  const now = () => new Date();
  const newId = () => crypto.randomUUID();
  const known = await store.erase(
    ids.filter((id) => named.has(id)),
    now().toISOString(),
    undefined,
    { personHash },
  );
  const log: Log = (event) => {
    say(JSON.stringify(event));
  };
  const unnamed = ids.filter((id) => !named.has(id));
  const world = {
    store: () => Promise.resolve(store),
    now,
    newId,
    log,
    personHash,
  };
  const others = unnamed.length > 0 ? await erase(unnamed, commandLine, world) : undefined;
  const refused = [...known.refused, ...(others?.refused ?? [])];
  if (refused.length > 0) {
    const submissions = numbered(refused.length, 'submission', 'submissions');
    throw new StartError(
      `The store refuses to erase ${submissions} that were erased where the export was made: ${refused.join(', ')}. Nothing else was stored.`,
    );
  }
  return known.count + (others?.count ?? 0);
}

/** Updates the set of accounts whose admin role is revoked by one entry of the audit log. */
export function noteRole(revoked: Set<string>, { event }: AuditEntry): void {
  if (event.action === 'revoked') revoked.add(event.user);
  if (event.action === 'granted') revoked.delete(event.user);
}

/** Revokes the roles that were revoked in the other store and not granted here since. */
export async function revokeHere(there: ReadonlySet<string>, store: Store): Promise<number> {
  if (there.size === 0) return 0;
  const here = await revokedIn(store);
  let count = 0;
  for (const user of there) {
    if (!here.has(user) || !(await store.hasRole(user, adminRole))) continue;
    await store.revokeRole(user, adminRole);
    count += 1;
  }
  return count;
}

/** Grants roles, unless the last entry about them was `revoked`: in the export or here. */
export function grantingRoles(there: ReadonlySet<string>, store: Store) {
  let here: Promise<ReadonlySet<string>> | undefined;
  const isRevoked = async (user: string): Promise<boolean> => {
    here ??= revokedIn(store);
    return there.has(user) || (await here).has(user);
  };
  return async ({ user_id, role }: Role): Promise<'added' | 'same' | 'revoked'> => {
    if (await store.hasRole(user_id, role)) return 'same';
    if (role === adminRole && (await isRevoked(user_id))) return 'revoked';
    await store.grantRole(user_id, role);
    return 'added';
  };
}

async function revokedIn(store: Store): Promise<Set<string>> {
  const decided = new Set<string>();
  const revoked = new Set<string>();
  // Newest first: the first entry about an account decides.
  let before: number | undefined;
  do {
    const { entries, next } = await store.audit({ limit: pageSize, before });
    for (const it of entries) {
      const event = auditEntrySchema.safeParse(it).data?.event;
      if (event?.action !== 'granted' && event?.action !== 'revoked') continue;
      if (!decided.has(event.user) && event.action === 'revoked') revoked.add(event.user);
      decided.add(event.user);
    }
    before = next;
  } while (before !== undefined);
  return revoked;
}
