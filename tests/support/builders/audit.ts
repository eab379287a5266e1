import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import type { ErasureLog, Store } from '../../../functions/store/port.ts';
import {
  emptyHead,
  firstMisfit,
  headAfter,
  linked,
  type AuditEntry,
} from '../../../src/shared/audit.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import { second } from './record.ts';

const usual: AuditEvent = { action: 'resent', submission: 'a' };

/** An admin's action, for an entry that is linked to a head. */
export const anAction = (event: AuditEvent = usual) => ({
  id: crypto.randomUUID(),
  at: second(0),
  by: { uid: 'u1', name: 'sam@example.com' },
  event,
});

export function appendTo(store: Store, event: AuditEvent = usual): Promise<AuditEntry> {
  const action = anAction(event);
  return store.appendAudit((head) => linked(head, action));
}

/** A log of these actions. Those of another log are linked anew. */
export async function chained(actions: readonly Parameters<typeof linked>[1][]) {
  const entries: AuditEntry[] = [];
  let head = emptyHead;
  for (const it of actions) {
    const entry = await linked(head, it);
    entries.push(entry);
    head = headAfter(entry);
  }
  return { entries, head };
}

/** The audit log of a store, in which each entry must follow the one before. */
export async function wholeLog(store: Store) {
  const { entries, head } = await store.audit({ limit: 99 });
  expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
  return { entries, head };
}

/** The log of an erasure by an admin. */
export function erasureLog() {
  const entries: AuditEntry[] = [];
  const log: ErasureLog = {
    link: (head, submissions) => linked(head, anAction({ action: 'erased', submissions })),
    written: (entry) => void entries.push(entry),
  };
  const named = () =>
    entries.flatMap(({ event }) => (event.action === 'erased' ? event.submissions : []));
  return { ...log, entries, named };
}

/** Makes every append to this folder's audit log fail; everything else works. */
export function closeAuditLog(folder: string): void {
  const file = new DatabaseSync(join(folder, fileName));
  file.exec(
    `CREATE TRIGGER closed BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  file.close();
}
