import type { Outcome } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import { linked, type AuditEntry, type AuditHead } from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import type { Item } from './format.ts';

type Action = Extract<Item, { kind: 'action' }>;

/**
 * Appends the entries that the audit log doesn't have. An entry must follow the head unchanged, so the log
 * can still be verified, and nobody can insert an entry.
 */
export async function keepActions(items: readonly Action[], store: Store): Promise<Outcome[]> {
  if (items.length === 0) return [];
  const before = Math.max(...items.map(({ entry }) => entry.number)) + 1;
  const read = await store.audit({ limit: items.length, before });
  const there = new Map(read.entries.map((it) => [isObject(it) ? it['number'] : undefined, it]));
  const outcomes: Outcome[] = [];
  for (const { entry } of items) {
    const stored = there.get(entry.number);
    if (stored === undefined) outcomes.push(await append(entry, store));
    else outcomes.push(canonical(stored) === canonical(entry) ? 'same' : 'differs');
  }
  return outcomes;
}

async function append(entry: AuditEntry, store: Store): Promise<Outcome> {
  try {
    await store.appendAudit(async (head) => {
      if (await follows(head, entry)) return entry;
      throw new DoesNotFollow();
    });
    return 'added';
  } catch (error) {
    if (error instanceof DoesNotFollow) return 'differs';
    throw error;
  }
}

/** The audit log doesn't end with the entry that this one follows. */
class DoesNotFollow extends Error {
  override name = 'DoesNotFollow';
}

const follows = async (head: AuditHead, entry: AuditEntry): Promise<boolean> =>
  canonical(await linked(head, entry)) === canonical(entry);

/** The people who were erased or lost their role, according to the audit log. */
export class LogFacts {
  /** The leads that were erased, and when. */
  readonly erased = new Map<string, string>();
  /** The accounts whose admin role was revoked and not granted again. */
  readonly revoked = new Set<string>();

  /** Takes the entries of a log in their order, and ignores other items. */
  note(item: Item): void {
    if (item.kind !== 'action') return;
    const { at, event } = item.entry;
    if (event.action === 'erased') for (const id of event.submissions) this.erased.set(id, at);
    if (event.action === 'revoked') this.revoked.add(event.user);
    if (event.action === 'granted') this.revoked.delete(event.user);
  }
}
