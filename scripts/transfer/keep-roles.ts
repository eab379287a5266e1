import { adminRole } from '../../functions/auth/admins.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Role } from '../../functions/store/transfer.ts';
import { auditEntrySchema, type AuditEntry } from '../../src/shared/audit.ts';
import { pageSize } from './store-items.ts';

/** Keeps the accounts whose admin role is revoked, as entry after entry says. */
export function noteRole(revoked: Set<string>, { event }: AuditEntry): void {
  if (event.action === 'revoked') revoked.add(event.user);
  if (event.action === 'granted') revoked.delete(event.user);
}

/** Takes the roles away that the export says were revoked and this audit log has not granted since. */
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
