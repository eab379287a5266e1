import type { Store } from '../../functions/store/port.ts';
import { importing, type AuditEntry } from '../../src/shared/audit.ts';

/** The audit log of a store. Damaged entries are left out. */
export async function entriesIn(store: Store): Promise<AuditEntry[]> {
  const pages = await Array.fromAsync(store.all('audit_log'));
  return pages.flat().flatMap((it) => (it.kind === 'action' ? it.entry : []));
}

/** The people who were erased or lost their role, according to some entries. */
export class LogFacts {
  readonly erased = new Map<string, string>();
  /** The accounts whose admin role was revoked and not granted again. */
  readonly revoked = new Set<string>();

  constructor(entries: Iterable<AuditEntry>) {
    for (const { at, by, event } of [...entries].toSorted((a, b) => a.at.localeCompare(b.at))) {
      if (event.action === 'erased') for (const id of event.submissions) this.erased.set(id, at);
      // What an import did about roles, it did because of entries that it brought, too.
      if (by.uid === null && by.name === importing.name) continue;
      if (event.action === 'revoked') this.revoked.add(event.user);
      if (event.action === 'granted') this.revoked.delete(event.user);
    }
  }
}
