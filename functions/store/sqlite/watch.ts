import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../port.ts';
import { readWatch } from '../watch-state.ts';
import { available, type Transactions } from './database.ts';

export function watching(
  database: DatabaseSync,
  { writing }: Transactions,
): Pick<Store, 'watch' | 'changeWatch'> {
  const select = database.prepare('SELECT state FROM watch');
  const upsert = database.prepare('INSERT OR REPLACE INTO watch (only, state) VALUES (1, ?)');

  const read = () => {
    const row = select.get();
    return readWatch(row && JSON.parse(String(row['state'])));
  };

  return {
    watch: () => available(read),

    changeWatch: (decide) =>
      writing(() => {
        const changed = decide(read());
        if (changed) upsert.run(JSON.stringify(changed));
        return changed;
      }),
  };
}
