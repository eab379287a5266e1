import { isDocumentId, tombstoneOf } from '../../functions/store/record.ts';
import { isKept, keptId, unleased, type Kept } from '../../functions/store/transfer.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Earlier } from '../../src/shared/submission.ts';
import { eraseHere, grantingRoles, revokeHere, type Here } from './erased-or-revoked.ts';
import type { Item } from './format.ts';
import { Imported } from './imported.ts';
import { keepActions } from './keep-actions.ts';
import { pageSize } from './store-items.ts';

export interface Export {
  /** From the beginning, each time. */
  items: () => AsyncIterable<Item>;
  /** The leads that were erased, and when. Earlier lines may still have the whole lead. */
  erased: ReadonlyMap<string, string>;
  /** Accounts whose admin role was revoked. Earlier lines may still have the role. */
  revoked: ReadonlySet<string>;
}

/**
 * Stores what is new and changes nothing that is here: a delivered lead must not wait again, and an erased
 * one must not come back. A lead that was erased there is never stored, not even for a moment, so the import
 * may be killed at any time. A role that was revoked, there or here, is not granted.
 */
export async function importItems(from: Export, here: Here): Promise<Imported> {
  const { store, say } = here;
  const sum = new Imported(say);
  // The audit log comes first, since each erasure below appends an entry.
  const named = await keepEntries(from, store, sum);
  for (const ids of inParts([...from.erased.keys()]))
    sum.erased += await eraseHere(ids, named, here);
  sum.revoked = await revokeHere(from.revoked, store);
  const unseen = await keepRest(from, named, here, sum);
  // They were erased before the export read them, but an older export may have their leads.
  for (const part of inParts(unseen)) await store.keep(part);
  return sum;
}

/** Returns the leads whose erasure is now in the audit log, from the file. */
async function keepEntries({ items }: Export, store: Store, sum: Imported): Promise<Set<string>> {
  const named = new Set<string>();
  for await (const batch of batches(items())) {
    const actions = batch.filter((it) => it.kind === 'action');
    if (actions.length === 0) continue;
    const entries = actions.map(({ entry }) => entry);
    const outcomes = await keepActions(entries, store);
    for (const [i, item] of actions.entries()) {
      const outcome = outcomes[i] ?? 'differs';
      sum.note(item, outcome);
      const { event } = item.entry;
      if (outcome === 'differs' || event.action !== 'erased') continue;
      for (const id of event.submissions) named.add(id);
    }
  }
  return named;
}

/** Returns a tombstone for each erased lead that the file doesn't have itself. */
async function keepRest(
  { items, erased, revoked }: Export,
  named: ReadonlySet<string>,
  here: Here,
  sum: Imported,
): Promise<Kept[]> {
  const { store, personHash } = here;
  const unseen = new Map(erased);
  const grant = grantingRoles(revoked, store);

  const withoutErased = (item: Item): Item[] => {
    const id = isKept(item) ? keptId(item) : undefined;
    const at = id === undefined ? undefined : erased.get(id);
    if (id === undefined || at === undefined) return [item];
    // The tombstone is stored already, with the consent of the lead.
    if (!unseen.delete(id)) return [];
    if (item.kind !== 'submission') return [item];
    sum.leftOut += 1;
    return [{ kind: 'tombstone', tombstone: tombstoneOf(id, at, item.submission, personHash) }];
  };

  for await (const batch of batches(items())) {
    const wanted = batch.flatMap(withoutErased);
    const kept = wanted.filter(isKept);
    const outcomes = await store.keep(
      await Promise.all(kept.map((it) => ready(it, erased, store))),
    );
    const live: string[] = [];
    for (const [i, item] of kept.entries()) {
      const outcome = outcomes[i] ?? 'differs';
      if (item.kind === 'tombstone' && outcome === 'differs') live.push(keptId(item));
      else sum.note(item, outcome);
    }
    if (live.length > 0) sum.erased += await eraseHere(live, named, here);
    const optOuts = wanted.filter((it) => it.kind === 'opt-out');
    const results = await store.keepOptOuts(optOuts);
    for (const [i, item] of optOuts.entries()) sum.note(item, results[i] ?? 'differs');
    for (const item of wanted) {
      if (item.kind === 'damaged') sum.note(item, 'damaged');
      if (item.kind !== 'role') continue;
      const outcome = await grant(item);
      if (outcome === 'revoked') sum.notGranted += 1;
      else sum.note(item, outcome);
    }
  }
  return [...unseen]
    .filter(([id]) => isDocumentId(id))
    .map(([id, erased_at]) => ({ kind: 'tombstone', tombstone: { id, erased_at, consent: null } }));
}

/** A lease is valid in one store only; here the lead is free. Its marks name no lead that is erased by now. */
async function ready(kept: Kept, erased: Export['erased'], store: Store): Promise<Kept> {
  if (kept.kind !== 'submission') return kept;
  const submission = unleased(kept.submission);
  const { earlier } = submission;
  if (!earlier) return { ...kept, submission };
  const isErased = async ({ id }: Earlier): Promise<boolean> =>
    erased.has(id) || (await store.tombstone(id)) !== undefined;
  const areErased = await Promise.all(earlier.map(isErased));
  return {
    ...kept,
    submission: { ...submission, earlier: earlier.filter((_, i) => !areErased[i]) },
  };
}

async function* batches(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < pageSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / pageSize) }, (_, i) =>
    all.slice(i * pageSize, (i + 1) * pageSize),
  );
