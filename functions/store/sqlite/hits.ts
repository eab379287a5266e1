import type { DatabaseSync } from 'node:sqlite';
import {
  expiryOf,
  countHit,
  type Admission,
  type Limit,
  readHits,
} from '../../intake/rate-limit/sliding-window.ts';

/** The hits of each key, kept as long as they count. */
export function hits(database: DatabaseSync) {
  const select = database.prepare('SELECT seen FROM sightings WHERE key = ?');
  const upsert = database.prepare(
    `INSERT INTO sightings (key, seen, expires_at) VALUES (:key, :seen, :expires_at)
      ON CONFLICT (key) DO UPDATE SET seen = excluded.seen, expires_at = excluded.expires_at`,
  );
  const forget = database.prepare('DELETE FROM sightings WHERE expires_at <= ?');

  const check = (key: string, mark: string, limit: Limit, now: Date) => {
    const row = select.get(key);
    const stored = row ? readHits(JSON.parse(String(row['seen']))) : [];
    return countHit(stored, mark, limit, now.getTime());
  };

  return {
    check,

    /** Runs in a transaction, and checks again, since others may have counted hits meanwhile. */
    note(key: string, mark: string, limit: Limit, now: Date): Admission {
      const { admission, seen } = check(key, mark, limit, now);
      if (seen) {
        forget.run(now.getTime());
        upsert.run({ key, seen: JSON.stringify(seen), expires_at: expiryOf(seen, limit) });
      }
      return admission;
    },
  };
}
