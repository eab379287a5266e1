import type { Store } from '../../functions/store/port.ts';
import { daysBefore } from '../../functions/batches.ts';
import type { Found } from '../../functions/store/record.ts';
import { auditEntrySchema, emptyHead } from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import type { Item } from './format.ts';

/** How many items are in memory at once. */
export const pageSize = 250;

/**
 * Everything in a store, page by page. Each item is as it was when its page was read, so a change to an
 * item that was already read is missing, except for its erasure.
 */
export async function* storeItems(store: Store, begun: string): AsyncGenerator<Item[]> {
  // A day more, for clocks that differ, and for an erasure that was running when the export began.
  const since = daysBefore(new Date(begun), 1);
  const buried = new Set<string>();
  for await (const found of pages<Item, string>((id) => store.keptAfter(id, pageSize))) {
    for (const it of found) {
      if (it.kind === 'tombstone' && it.tombstone.erased_at >= since) buried.add(it.tombstone.id);
    }
    // A canary's lead is gone within seconds, and must not live on in another store.
    yield found.filter((it) => it.kind !== 'submission' || !it.submission.canary);
  }
  yield* pages<Item, string>((id) => store.rolesAfter(id, pageSize));
  // The audit log comes after the records, so that it covers everything that was done to them.
  yield* actions(store);
  yield* pages<Item, string>((hash) => store.importedAfter(hash, pageSize));
  // Late, because a person who asks not to be contacted while the export runs should be in it.
  yield* pages<Item, string>((hash) => store.optOutsAfter(hash, pageSize));
  // The leads that were erased during the export, perhaps after it had their lead.
  const erased = (after: Found | undefined) => store.erasedSince(since, after, pageSize);
  for await (const found of pages(erased)) {
    yield found
      .filter(({ id }) => !buried.has(id))
      .map((tombstone) => ({ kind: 'tombstone', tombstone, late: true }));
  }
}

type Read<T, Place> = (
  after: Place | undefined,
) => Promise<{ found: T[]; next: Place | undefined }>;

export async function* pages<T, Place>(read: Read<T, Place>): AsyncGenerator<T[]> {
  let after: Place | undefined;
  do {
    const { found, next } = await read(after);
    if (found.length > 0) yield found;
    after = next;
  } while (after !== undefined);
}

/** Reports that the head of the audit log doesn't match the newest entry. */
const misfittingHead: Item = { kind: 'damaged', of: 'action', id: 'head' };

/** The entries that exist at the start, oldest first; the store returns the newest first. */
export async function* actions(store: Store): AsyncGenerator<Item[]> {
  const { entries, head } = await store.audit({ limit: 1 });
  const [newest = { hash: emptyHead.hash }] = entries;
  // The entries may be there even if the head is damaged.
  const count = Math.max(head.count, numberOf(newest) ?? 0);
  for (let done = 0; done < count; done += pageSize) {
    const page = await store.audit({ limit: pageSize, before: done + pageSize + 1 });
    const byNumber = new Map(page.entries.map((it) => [numberOf(it) ?? 0, it]));
    // Somebody wrote a number that no entries lead up to.
    if (!byNumber.keys().some((it) => it > done)) break;
    const length = Math.min(pageSize, count - done);
    const numbers = Array.from({ length }, (_, i) => done + i + 1);
    yield numbers.map((it) => action(it, byNumber.get(it)));
  }
  if (isObject(newest) && newest['hash'] !== head.hash) yield [misfittingHead];
}

function action(number: number, stored: unknown): Item {
  const { data: entry } = auditEntrySchema.safeParse(stored);
  // Zod would drop an additional field, and with it the proof that somebody added it.
  return entry && canonical(entry) === canonical(stored)
    ? { kind: 'action', entry }
    : { kind: 'damaged', of: 'action', id: String(number) };
}

const numberOf = (entry: unknown): number | undefined => {
  const number = isObject(entry) ? entry['number'] : undefined;
  return typeof number === 'number' ? number : undefined;
};
