import { total, type Counts } from './format.ts';
import type { Store } from '../../functions/store/port.ts';
import { storeItems } from './store-items.ts';
import type { Target } from './target.ts';
import { aboutDamaged, saidEvery, type Say } from './say.ts';

/** Writes all that the store has. What it could not read is named, and counted as damaged. */
export async function exportStore(store: Store, target: Target, say: Say): Promise<Counts> {
  const { buried } = target;
  const counts = { ...target.counts };
  const already = total(counts);
  if (already > 0) say(`Continuing after the ${already} that were written before.`);
  const progress = saidEvery(say, 'written', already);
  for await (const items of storeItems(store, target)) {
    for (const it of items) {
      counts[it.kind] += 1;
      buried.note(it);
      if (it.kind === 'damaged') say(aboutDamaged(it));
    }
    await target.write(items);
    progress(total(counts));
  }
  await target.write([{ kind: 'end', counts }]);
  await target.finish();
  return counts;
}
