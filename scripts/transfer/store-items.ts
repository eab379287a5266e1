import { readEntry } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import { isObject } from '../../src/shared/json.ts';
import type { Item } from './format.ts';

/** How many items are in memory at once. */
export const pageSize = 250;

/**
 * Everything in a store, page by page. Each item is as it was when its page was read. The audit log comes
 * last, so that it covers all that was done to the others, erasures above all: each has its entry.
 */
export async function* storeItems(store: Store): AsyncGenerator<Item[]> {
  for await (const found of store.all('submissions')) {
    // A canary's lead is gone within seconds, and must not live on in another store.
    yield found.filter((it) => it.kind !== 'submission' || !it.submission.canary);
  }
  yield* store.all('user_roles');
  yield* store.all('opt_outs');
  yield* store.all('rights');
  yield* store.all('spent');
  yield* actions(store);
  yield* store.all('audit_imported');
}

/** The entries that exist at the start, oldest first; the store returns the newest first. */
export async function* actions(store: Store): AsyncGenerator<Item[]> {
  const { count } = (await store.audit({ limit: 1 })).head;
  for (let done = 0; done < count; done += pageSize) {
    const page = await store.audit({ limit: pageSize, before: done + pageSize + 1 });
    const byNumber = new Map(page.entries.map((it) => [numberOf(it), it]));
    // Somebody wrote a number that no entries lead up to.
    if (!byNumber.keys().some((it) => it > done)) break;
    const length = Math.min(pageSize, count - done);
    const numbers = Array.from({ length }, (_, i) => done + i + 1);
    yield numbers.map((it) => action(it, byNumber.get(it)));
  }
}

function action(number: number, stored: unknown): Item {
  const entry = readEntry(stored);
  return entry ? { kind: 'action', entry } : { kind: 'damaged', of: 'action', id: String(number) };
}

const numberOf = (entry: unknown): number => (isObject(entry) ? Number(entry['number']) : NaN);
