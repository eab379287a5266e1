import type { Log } from '../log/log.ts';
import { committed, put, type Engine, type Write } from './engine.ts';
import { readers } from './collections.ts';
import { isOver, type OutboxEntry } from './outbox-entry.ts';
import type { Store } from './port.ts';
import type { Found } from './record.ts';

/** New entries have new ids, so no other writer conflicts. */
export const entriesToPut = (entries: readonly OutboxEntry[]): Write[] =>
  entries.map((entry) => put('outbox', entry.id, entry));

/** If the replaced entry is being sent, the new one is due after that attempt, because it must not arrive first. */
export async function replacing(engine: Engine, entries: readonly OutboxEntry[]): Promise<Write[]> {
  const ids = entries.map(({ id }) => id);
  const found = ids.length > 0 ? await engine.find('outbox', ids) : [];
  const stored = new Map(found.map((document) => [document.id, document]));
  return entries.map((entry) =>
    put('outbox', entry.id, afterLease(entry, stored.get(entry.id)), stored.get(entry.id)),
  );
}

function afterLease(entry: OutboxEntry, replaced: Found | undefined): OutboxEntry {
  const before = replaced && readers.outbox(replaced.id, replaced.value);
  const until = before && before.kind !== 'damaged' ? before.lease?.until : undefined;
  const { delivery } = entry;
  if (until === undefined || delivery.state !== 'pending') return entry;
  const next_attempt_at = until > delivery.next_attempt_at ? until : delivery.next_attempt_at;
  return { ...entry, delivery: { ...delivery, next_attempt_at } };
}

export function outbox(engine: Engine, log: Log) {
  const read = (id: string, stored: unknown): OutboxEntry[] => {
    const entry = readers.outbox(id, stored);
    if (entry.kind !== 'damaged') return [entry];
    log({ event: 'damaged-record', id });
    return [];
  };

  return {
    outbox: async (time, by, limit) =>
      (await engine.outbox(time, by, limit)).flatMap(({ id, value }) => read(id, value)),

    changeOutbox: (ids, decide) =>
      committed(engine, async () => {
        const found = ids.length > 0 ? await engine.find('outbox', ids) : [];
        const writes: Write[] = [];
        const result = found.flatMap((stored) => {
          const changed = read(stored.id, stored.value).flatMap((entry) => decide(entry) ?? []);
          for (const entry of changed) {
            writes.push(
              isOver(entry)
                ? { kind: 'remove', within: 'outbox', id: entry.id, replaces: stored }
                : put('outbox', entry.id, entry, stored),
            );
          }
          return changed;
        });
        return { result, writes };
      }),
  } satisfies Partial<Store>;
}
