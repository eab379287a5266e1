import type { Log } from '../log/log.ts';
import { committed, put, type Engine, type Write } from './engine.ts';
import { readers } from './collections.ts';
import { isOver, type OutboxEntry } from './outbox-entry.ts';
import type { Store } from './port.ts';
import type { Found } from './record.ts';

/** New entries have new ids, so nobody else can have written one. */
export const entriesToPut = (entries: readonly OutboxEntry[]): Write[] =>
  entries.map((it) => put('outbox', it.id, it));

/**
 * These entries, in the place of waiting ones with the same ids. If one of those is being sent, the new one is due when
 * that attempt must have ended, so that it can't arrive first.
 */
export async function replacing(engine: Engine, entries: readonly OutboxEntry[]): Promise<Write[]> {
  const ids = entries.map(({ id }) => id);
  const found = ids.length > 0 ? await engine.find('outbox', ids) : [];
  const there = new Map(found.map((it) => [it.id, it]));
  return entries.map((it) =>
    put('outbox', it.id, afterLease(it, there.get(it.id)), there.get(it.id)),
  );
}

function afterLease(entry: OutboxEntry, replaced: Found | undefined): OutboxEntry {
  const waiting = replaced && readers.outbox(replaced.id, replaced.value);
  const until = waiting && waiting.kind !== 'damaged' ? waiting.lease?.until : undefined;
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
        const result = found.flatMap((there) => {
          const changed = read(there.id, there.value).flatMap((it) => decide(it) ?? []);
          for (const it of changed) {
            writes.push(
              isOver(it)
                ? { kind: 'remove', within: 'outbox', id: it.id, replaces: there }
                : put('outbox', it.id, it, there),
            );
          }
          return changed;
        });
        return { result, writes };
      }),
  } satisfies Partial<Store>;
}
