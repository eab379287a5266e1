import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import type { ErasureLog, Store } from '../../../functions/store/port.ts';
import { auditEntrySchema, type AuditEntry } from '../../../src/shared/audit.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import { nextId } from './ids.ts';
import { second } from './record.ts';

const usual: AuditEvent = { action: 'resent', submission: 'a' };

export const anEntry = (event: AuditEvent = usual): AuditEntry => ({
  id: nextId(),
  at: second(0),
  by: { uid: 'u1', name: 'sam@example.com' },
  event,
});

export async function appendTo(
  store: Store,
  event: AuditEvent = usual,
  at = second(0),
): Promise<AuditEntry> {
  const entry = { ...anEntry(event), at };
  await store.appendAudit(entry);
  return entry;
}

export const loggedIn = async (store: Store) =>
  z.array(auditEntrySchema).parse((await store.audit({ limit: 99 })).entries);

/** The log of an erasure by an admin. */
export function erasureLog() {
  const entries: AuditEntry[] = [];
  const log: ErasureLog = {
    entry: (submissions) => anEntry({ action: 'erased', submissions }),
    written: (entry) => void entries.push(entry),
  };
  const named = () =>
    entries.flatMap(({ event }) => (event.action === 'erased' ? event.submissions : []));
  return { ...log, entries, named };
}

/** Makes every append to this folder's audit log fail; all other writes work. */
export function closeAuditLog(folder: string): void {
  const file = new DatabaseSync(join(folder, fileName));
  file.exec(
    `CREATE TRIGGER closed BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  file.close();
}
