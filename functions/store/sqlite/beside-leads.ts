import type { DatabaseSync } from 'node:sqlite';
import { readWatch } from '../watch-state.ts';
import { countHit, expiryOf, readHits, type Limit } from '../hits.ts';
import type { Store } from '../port.ts';
import type { Append } from './audit.ts';
import { available, type Transactions } from './database.ts';

export function roles(
  database: DatabaseSync,
  { writing }: Transactions,
): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> {
  const select = database.prepare('SELECT 1 FROM user_roles WHERE user_id = ? AND role = ?');
  const insert = database.prepare(
    'INSERT INTO user_roles (user_id, role) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM user_roles WHERE user_id = ? AND role = ?');

  return {
    hasRole: (userId, role) => available(() => select.get(userId, role) !== undefined),

    grantRole: (userId, role) =>
      writing(() => {
        insert.run(userId, role);
      }),

    revokeRole: (userId, role) =>
      writing(() => {
        remove.run(userId, role);
      }),
  };
}

export function optOuts(
  database: DatabaseSync,
  append: Append,
): Pick<Store, 'isOptedOut' | 'setOptOut'> {
  const select = database.prepare('SELECT 1 FROM opt_outs WHERE hash = ?');
  const insert = database.prepare('INSERT INTO opt_outs (hash, at) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM opt_outs WHERE hash = ?');
  const isListed = (hash: string): boolean => select.get(hash) !== undefined;

  return {
    isOptedOut: (hashes) => available(() => hashes.some(isListed)),

    setOptOut: ({ hashes, on, at }, link) => {
      const toChange = () => hashes.filter((it) => isListed(it) !== on);
      return append(async (head) => {
        if ((await available(toChange)).length === 0) return undefined;
        const write = () => {
          for (const it of toChange()) {
            if (on) insert.run(it, at);
            else remove.run(it);
          }
        };
        return { entry: await link(head), holds: () => toChange().length > 0, write };
      });
    },
  };
}

/** The hits of each key, kept as long as they count. */
export function hits(database: DatabaseSync, { writing }: Transactions): Pick<Store, 'admit'> {
  const select = database.prepare('SELECT seen FROM sightings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO sightings (key, seen, expires_at) VALUES (?, ?, ?)',
  );
  const forget = database.prepare('DELETE FROM sightings WHERE expires_at <= ?');

  const count = (key: string, mark: string, limit: Limit, now: Date) => {
    const row = select.get(key);
    const stored = row ? readHits(JSON.parse(String(row['seen']))) : [];
    return countHit(stored, mark, limit, now.getTime());
  };

  return {
    async admit(key, mark, limit, now) {
      // A flood that is refused should not hold the file's lock.
      const first = await available(() => count(key, mark, limit, now));
      if (!first.seen) return first.admission;
      return writing(() => {
        // Others may have counted hits meanwhile.
        const { admission, seen } = count(key, mark, limit, now);
        if (seen) {
          forget.run(now.getTime());
          upsert.run(key, JSON.stringify(seen), expiryOf(seen, limit));
        }
        return admission;
      });
    },
  };
}

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
