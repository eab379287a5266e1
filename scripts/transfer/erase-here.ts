import type { Log } from '../../functions/log/log.ts';
import { erase } from '../../functions/erasure/erase.ts';
import type { Store } from '../../functions/store/port.ts';
import { commandLine } from '../../src/shared/audit.ts';
import { StartError } from '../serve/start-error.ts';
import { numbered, type Say } from './say.ts';

/**
 * Erases what another store has erased, where it is here. Those that the audit log has from there are
 * named in it already; an entry more would keep the other store's next ones from following.
 */
export async function eraseHere(
  ids: readonly string[],
  named: ReadonlySet<string>,
  store: Store,
  say: Say,
): Promise<number> {
  const now = () => new Date();
  const newId = () => crypto.randomUUID();
  const known = await store.erase(
    ids.filter((id) => named.has(id)),
    now().toISOString(),
  );
  const log: Log = (event) => {
    say(JSON.stringify(event));
  };
  const unnamed = ids.filter((id) => !named.has(id));
  const world = { store: () => Promise.resolve(store), now, newId, log };
  const others = unnamed.length > 0 ? await erase(unnamed, commandLine, world) : undefined;
  const refused = [...known.refused, ...(others?.refused ?? [])];
  if (refused.length > 0) {
    const submissions = numbered(refused.length, 'submission', 'submissions');
    throw new StartError(
      `The store refuses to erase ${submissions} that were erased where the export was made: ${refused.join(', ')}. Nothing else was stored.`,
    );
  }
  return known.count + (others?.count ?? 0);
}
