import type { Store } from '../../functions/store/port.ts';
import { roleId } from '../../functions/store/transfer.ts';
import type { Tombstone } from '../../functions/store/record.ts';
import { daysBefore } from '../../functions/batches.ts';
import { auditEntrySchema, emptyHead } from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import type { Item } from './format.ts';

/** How many items are in memory at once. */
export const pageSize = 250;

/**
 * The leads whose tombstones an export has already, as far as they may have been erased since it began.
 * A day is added for clocks that differ, and for an erasure that was running when it began.
 */
export class Buried {
  readonly since: string;
  readonly #ids = new Set<string>();

  constructor(begun: string) {
    this.since = daysBefore(new Date(begun), 1);
  }

  note(item: Item): void {
    if (item.kind === 'tombstone' && item.tombstone.erased_at >= this.since)
      this.#ids.add(item.tombstone.id);
  }

  has = ({ id }: Tombstone): boolean => this.#ids.has(id);
}

/**
 * Everything in a store, page by page, after the last item of an earlier run. Each item is as it was
 * when its page was read, so a change to an item that was already read is missing.
 */
export async function* storeItems(
  store: Store,
  { last, buried }: { last: Item | undefined; buried: Buried },
): AsyncGenerator<Item[]> {
  const { part, after } = placeOf(last);
  if (part === 'submission') {
    yield* pages((id) => leadsAfter(store, id), after);
  }
  if (part === 'submission' || part === 'role') {
    yield* pages((id) => store.rolesAfter(id, pageSize), part === 'role' ? after : undefined);
  }
  // The audit log comes after the records, so that it covers everything that was done to them.
  if (part !== 'opt-out' && part !== 'late') {
    yield* actions(store, part === 'action' ? Number(after) : 0);
  }
  // Late, because a person who asks not to be contacted while the export runs should be in it.
  if (part !== 'late') {
    yield* pages(
      (hash) => store.optOutsAfter(hash, pageSize),
      part === 'opt-out' ? after : undefined,
    );
  }
  yield* late(store, buried);
}

/** A canary's lead is gone within seconds, and must not live on in another store. */
async function leadsAfter(store: Store, id: string | undefined) {
  const { found, next } = await store.keptAfter(id, pageSize);
  return { found: found.filter((it) => it.kind !== 'submission' || !it.submission.canary), next };
}

function placeOf(last: Item | undefined): { part: string; after: string | undefined } {
  switch (last?.kind) {
    case undefined:
      return { part: 'submission', after: undefined };
    case 'submission':
      return { part: 'submission', after: last.submission.id };
    case 'tombstone':
      return { part: last.late ? 'late' : 'submission', after: last.tombstone.id };
    case 'role':
      return { part: 'role', after: roleId(last) };
    case 'action':
      return { part: 'action', after: String(last.entry.number) };
    case 'opt-out':
      return { part: 'opt-out', after: last.hash };
    case 'damaged':
      return { part: last.of, after: last.id };
  }
}

type Read = (after: string | undefined) => Promise<{ found: Item[]; next: string | undefined }>;

async function* pages(read: Read, first: string | undefined): AsyncGenerator<Item[]> {
  for (let after = first, more = true; more;) {
    const { found, next } = await read(after);
    if (found.length > 0) yield found;
    after = next;
    more = next !== undefined;
  }
}

/** The tombstones of leads that were erased during the export, perhaps after it had their lead. */
async function* late(store: Store, buried: Buried): AsyncGenerator<Item[]> {
  for (let after: Tombstone | undefined, more = true; more;) {
    const { found, next } = await store.erasedSince(buried.since, after, pageSize);
    const items = found
      .filter((it) => !buried.has(it))
      .map((tombstone): Item => ({ kind: 'tombstone', tombstone, late: true }));
    if (items.length > 0) yield items;
    after = next;
    more = next !== undefined;
  }
}

/** Reports that the head of the audit log doesn't match the newest entry. */
const misfittingHead: Item = { kind: 'damaged', of: 'action', id: 'head' };

/** The entries that exist at the start, oldest first; the store returns the newest first. */
async function* actions(store: Store, after: number): AsyncGenerator<Item[]> {
  if (Number.isNaN(after)) return;
  const { entries, head } = await store.audit({ limit: 1 });
  const [newest = { hash: emptyHead.hash }] = entries;
  // The entries may be there even if the head is damaged.
  const count = Math.max(head.count, numberOf(newest) ?? 0);
  for (let done = after; done < count; done += pageSize) {
    const page = await store.audit({ limit: pageSize, before: done + pageSize + 1 });
    const byNumber = new Map(page.entries.map((it) => [numberOf(it) ?? 0, it]));
    // Somebody wrote a number that no entries lead up to.
    if (!byNumber.keys().some((it) => it > done)) break;
    const numbers = Array.from(
      { length: Math.min(pageSize, count - done) },
      (_, i) => done + i + 1,
    );
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
