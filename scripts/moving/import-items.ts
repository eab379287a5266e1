import { isKept, unleased, type Kept, type Outcome } from '../../functions/store/moving.ts';
import type { Store } from '../../functions/store/store.ts';
import { emptyCounts, total, type Counts, type Item } from './format.ts';
import { keepActions } from './keep-actions.ts';
import { aboutConflict, aboutDamaged, saidEvery, type Say } from './say.ts';
import { pageSize } from './store-items.ts';

export interface Imported {
  /** Of each kind, what is new here. */
  added: Counts;
  /** What was here, equal. */
  same: number;
  /** In whose place something else was, which was left alone. */
  conflicts: number;
  /** What was damaged where the export was made, and is not in it. */
  damaged: number;
  /** Of the submissions that are new here, those that wait for their delivery. */
  pending: number;
}

/**
 * Stores what isn't there yet. What is there stays: a lead that was delivered here must not become one
 * that waits, and one that was erased here must not come back.
 */
export async function importItems(
  items: AsyncIterable<Item>,
  store: Store,
  say: Say,
): Promise<Imported> {
  const sum: Imported = { added: emptyCounts(), same: 0, conflicts: 0, damaged: 0, pending: 0 };
  const progress = saidEvery(say, 'looked at');

  const count = (item: Item, outcome: Outcome | 'damaged'): void => {
    switch (outcome) {
      case 'added':
        sum.added[item.kind] += 1;
        if (isPending(item)) sum.pending += 1;
        break;
      case 'same':
        sum.same += 1;
        break;
      case 'differs':
        sum.conflicts += 1;
        say(aboutConflict(item));
        break;
      case 'damaged':
        sum.damaged += 1;
        say(aboutDamaged(item));
    }
  };

  for await (const batch of batches(items)) {
    for (const [item, outcome] of await keepAll(batch, store)) count(item, outcome);
    progress(total(sum.added) + sum.same + sum.conflicts + sum.damaged);
  }
  return sum;
}

/** Those of a kind in their order, which matters to the record of actions. */
async function keepAll(batch: readonly Item[], store: Store) {
  const results: [Item, Outcome | 'damaged'][] = [];
  const note = (items: readonly Item[], outcomes: readonly (Outcome | 'damaged')[]) => {
    for (const [i, item] of items.entries()) results.push([item, outcomes[i] ?? 'differs']);
  };

  const kept = batch.filter(isKept);
  note(kept, await store.keep(kept.map(free)));
  for (const role of batch.filter((it) => it.kind === 'role')) {
    const has = await store.hasRole(role.user_id, role.role);
    if (!has) await store.grantRole(role.user_id, role.role);
    note([role], [has ? 'same' : 'added']);
  }
  const actions = batch.filter((it) => it.kind === 'action');
  if (actions.length > 0) {
    const entries = actions.map(({ entry }) => entry);
    note(actions, await keepActions(entries, store));
  }
  const damaged = batch.filter((it) => it.kind === 'damaged');
  note(damaged, Array<'damaged'>(damaged.length).fill('damaged'));
  return results;
}

/** What was being sent in the other place is sent from here as soon as it is due. */
const free = (kept: Kept): Kept =>
  kept.kind === 'submission' ? { ...kept, submission: unleased(kept.submission) } : kept;

async function* batches(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  try {
    for await (const item of items) {
      batch.push(item);
      if (batch.length < pageSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    // Whatever stands before what can't be read is stored, as its sentence says.
    yield batch;
    throw error;
  }
  yield batch;
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';
