import { isDocumentId, tombstoneOf } from '../../functions/store/record.ts';
import { isKept, keptId, unleased, type Kept } from '../../functions/store/transfer.ts';
import type { Store } from '../../functions/store/port.ts';
import { eraseHere, grantingRoles, revokeHere } from './erased-or-revoked.ts';
import type { Item } from './format.ts';
import { Imported } from './imported.ts';
import { keepActions } from './keep-actions.ts';
import type { Say } from './say.ts';
import { pageSize } from './store-items.ts';

export interface Export {
  /** From the beginning, each time. */
  items: () => AsyncIterable<Item>;
  /** Whom it says was erased, and when. Further up, it may still have the whole lead. */
  erased: ReadonlyMap<string, string>;
  /** Accounts whose admin role it says was revoked. Further up, it may still have the role. */
  revoked: ReadonlySet<string>;
}

/**
 * Stores what isn't there yet. What is there stays: a lead that was delivered here must not wait again,
 * and one that was erased here must not come back. Nobody whom the file says was erased is stored at
 * any time, so it may break off anywhere. Nor is a role granted that was revoked, there or here.
 */
export async function importItems(from: Export, store: Store, say: Say): Promise<Imported> {
  const sum = new Imported(say);
  // The entries first: what is erased then has its own.
  const named = await keepEntries(from, store, sum);
  for (const ids of inParts([...from.erased.keys()]))
    sum.erased += await eraseHere(ids, named, store, say);
  sum.revoked = await revokeHere(from.revoked, store);
  const unseen = await keepRest(from, named, store, sum, say);
  // Erased before the export came to them: an older export may have their leads.
  for (const part of inParts(unseen)) await store.keep(part);
  return sum;
}

/** Gives the leads whose erasure the audit log has from the file. */
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

/** Gives a tombstone for each who was erased and of whom the file has nothing else. */
async function keepRest(
  { items, erased, revoked }: Export,
  named: ReadonlySet<string>,
  store: Store,
  sum: Imported,
  say: Say,
): Promise<Kept[]> {
  const unseen = new Map(erased);
  const grant = grantingRoles(revoked, store);

  const withoutErased = (item: Item): Item[] => {
    const id = isKept(item) ? keptId(item) : undefined;
    const at = id === undefined ? undefined : erased.get(id);
    if (id === undefined || at === undefined) return [item];
    // Its lead came before, with the same consent.
    if (!unseen.delete(id)) return [];
    if (item.kind !== 'submission') return [item];
    sum.leftOut += 1;
    return [{ kind: 'tombstone', tombstone: tombstoneOf(id, at, item.submission) }];
  };

  for await (const batch of batches(items())) {
    const wanted = batch.flatMap(withoutErased);
    const kept = wanted.filter(isKept);
    const outcomes = await store.keep(kept.map(free));
    const live: string[] = [];
    for (const [i, item] of kept.entries()) {
      const outcome = outcomes[i] ?? 'differs';
      if (item.kind === 'tombstone' && outcome === 'differs') live.push(keptId(item));
      else sum.note(item, outcome);
    }
    if (live.length > 0) sum.erased += await eraseHere(live, named, store, say);
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

/** What was being sent in the other place is sent from here as soon as it is due. */
const free = (kept: Kept): Kept =>
  kept.kind === 'submission' ? { ...kept, submission: unleased(kept.submission) } : kept;

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
