import { adminRole } from '../../functions/auth/admins.ts';
import { erase } from '../../functions/erasure/erase.ts';
import type { Role } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import type { PersonHash } from '../../functions/store/record.ts';
import { commandLine } from '../../src/shared/audit.ts';
import { StartError } from '../command.ts';
import type { LogFacts } from './log-entries.ts';
import { numbered, sayEvents, type Say } from './say.ts';

/** The destination of an import. */
export interface Here {
  store: Store;
  say: Say;
  /** Undefined where PRIVACY_KEY isn't set: then new tombstones can't be found by their person. */
  personHash: PersonHash | undefined;
}

/**
 * Erases here what was erased in the other store. If the audit log has the erasure from there, it gets no
 * second entry.
 */
export async function eraseHere(
  ids: readonly string[],
  log: LogFacts,
  { store, say, personHash }: Here,
): Promise<number> {
  const now = () => new Date();
  const logged = ids.filter((id) => log.erased.has(id));
  const others = ids.filter((id) => !log.erased.has(id));
  const results = [await store.erase(logged, now().toISOString(), undefined, { personHash })];
  if (others.length > 0) {
    const world = {
      store: () => Promise.resolve(store),
      now,
      newId: () => crypto.randomUUID(),
      log: sayEvents(say),
      personHash,
    };
    results.push(await erase(others, commandLine, world));
  }
  const refused = results.flatMap((it) => it.refused);
  if (refused.length > 0) {
    const submissions = numbered(refused.length, 'submission', 'submissions');
    throw new StartError(
      `The store refuses to erase ${submissions} that were erased where the export was made: ${refused.join(', ')}. Nothing else was stored.`,
    );
  }
  return results.reduce((sum, { count }) => sum + count, 0);
}

/** Accounts whose admin role was revoked. */
interface Revoked {
  revoked: ReadonlySet<string>;
}

/** Revokes the roles that were revoked in the other store and not granted here since. */
export async function revokeHere(there: Revoked, here: Revoked, store: Store): Promise<number> {
  let count = 0;
  for (const user of there.revoked) {
    if (!here.revoked.has(user) || !(await store.hasRole(user, adminRole))) continue;
    await store.revokeRole(user, adminRole);
    count += 1;
  }
  return count;
}

/** Grants a role, unless it was revoked, there or here. */
export async function grantHere(
  { user_id, role }: Role,
  there: Revoked,
  here: Revoked,
  store: Store,
): Promise<'added' | 'same' | 'revoked'> {
  if (await store.hasRole(user_id, role)) return 'same';
  const isRevoked = there.revoked.has(user_id) || here.revoked.has(user_id);
  if (role === adminRole && isRevoked) return 'revoked';
  await store.grantRole(user_id, role);
  return 'added';
}
