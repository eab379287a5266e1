import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import { legible } from '../paging.ts';
import type { Store } from '../port.ts';
import { readRecord } from '../record.ts';
import { available } from './database.ts';

type Changing = Pick<Store, 'lastChange' | 'changesAfter'>;

/** A place is the number that triggers give a change (see `schema.ts`). */
export function changing(database: DatabaseSync, log: Log): Changing {
  const selectLast = database.prepare('SELECT max(number) AS number FROM changes');
  const select = database.prepare(
    `SELECT changes.number, id, record FROM changes LEFT JOIN submissions USING (id)
      WHERE changes.number > ? ORDER BY changes.number LIMIT ?`,
  );
  const last = () => Number(selectLast.get()?.['number'] ?? 0);

  return {
    lastChange: () => available(() => String(last())),

    changesAfter: (place, limit) =>
      available(() => {
        // A place that lies ahead is another file's.
        if (!/^\d{1,15}$/.test(place) || Number(place) > last()) return undefined;
        const rows = select.all(Number(place), limit + 1);
        if (rows.length > limit) return undefined;
        const records = rows.flatMap(({ id, record }) =>
          record === null
            ? []
            : legible(() => readRecord(String(id), JSON.parse(String(record))), log),
        );
        const stay = new Set(records.map((it) => it.id));
        return {
          records,
          gone: rows.map(({ id }) => String(id)).filter((id) => !stay.has(id)),
          place: String(rows.at(-1)?.['number'] ?? place),
        };
      }),
  };
}
