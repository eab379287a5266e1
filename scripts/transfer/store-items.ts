import type { Store } from '../../functions/store/port.ts';
import { roleId } from '../../functions/store/transfer.ts';
import type { Tombstone } from '../../functions/store/record.ts';
import { day } from '../../functions/erasure/batches.ts';
import { auditEntrySchema, canonical, emptyHead, isObject } from '../../src/shared/audit.ts';
import type { Item } from './format.ts';

/** So many are held at once. */
export const pageSize = 250;

/**
 * The leads whose tombstones an export has already, as far as they may have been erased since it began.
 * A day is added for clocks that differ, and for an erasure that was running when it began.
 */
export class Buried {
  readonly since: string;
  readonly #ids = new Set<string>();

  constructor(begun: string) {
    this.since = new Date(Date.parse(begun) - day).toISOString();
  }

  note(item: Item): void {
    if (item.kind === 'tombstone' && item.tombstone.erased_at >= this.since)
      this.#ids.add(item.tombstone.id);
  }

  has = ({ id }: Tombstone): boolean => this.#ids.has(id);
}

/**
 * All that a store has, a page after the other, behind the one that was the last before. Each is as
 * it was when its page was read: a change behind that place comes along, one before it doesn't.
 */
export async function* storeItems(
  store: Store,
  { last, buried }: { last: Item | undefined; buried: Buried },
): AsyncGenerator<Item[]> {
  const { part, after } = placeOf(last);
  if (part === 'submission') {
    yield* pages((id) => store.keptAfter(id, pageSize), after);
  }
  if (part === 'submission' || part === 'role') {
    yield* pages((id) => store.rolesAfter(id, pageSize), part === 'role' ? after : undefined);
  }
  // After these, so that they tell of everything that was done until then.
  if (part !== 'late') yield* actions(store, part === 'action' ? Number(after) : 0);
  yield* late(store, buried);
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

/** Last, so that whoever was erased while the export ran is known to be, though the lead was written. */
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

/** Stands for the head of the record, where it doesn't fit the newest entry. */
const misfittingHead: Item = { kind: 'damaged', of: 'action', id: 'head' };

/** Oldest first, which the store gives the other way round, and only as far as there were at first. */
async function* actions(store: Store, after: number): AsyncGenerator<Item[]> {
  if (Number.isNaN(after)) return;
  const { entries, head } = await store.audit({ limit: 1 });
  const [newest = { hash: emptyHead.hash }] = entries;
  // Where the head was damaged, what it should tell of may be there all the same.
  const count = Math.max(head.count, numberOf(newest) ?? 0);
  for (let done = after; done < count; done += pageSize) {
    const page = await store.audit({ limit: pageSize, before: done + pageSize + 1 });
    const byNumber = new Map(page.entries.map((it) => [numberOf(it) ?? 0, it]));
    // Somebody has written a number that nothing leads up to.
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
  // A field more than there was would show when the record is verified, and must not be dropped.
  return entry && canonical(entry) === canonical(stored)
    ? { kind: 'action', entry }
    : { kind: 'damaged', of: 'action', id: String(number) };
}

const numberOf = (entry: unknown): number | undefined => {
  const number = isObject(entry) ? entry['number'] : undefined;
  return typeof number === 'number' ? number : undefined;
};
