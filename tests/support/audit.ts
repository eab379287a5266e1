import type { Store } from '../../functions/store/store.ts';
import { linked, type AuditEntry, type AuditEvent } from '../../src/shared/audit.ts';
import { second } from './record.ts';

const usual: AuditEvent = { action: 'resent', submission: 'a' };

/** What is linked to a head, in the name of an admin. */
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
