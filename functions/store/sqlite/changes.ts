import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../port.ts';
import { available } from './database.ts';

/** A place is the number that triggers give a change (see `schema.ts`). */
export function changing(database: DatabaseSync): Pick<Store, 'lastChange'> {
  const selectLast = database.prepare('SELECT max(number) AS number FROM changes');
  return {
    lastChange: () => available(() => String(selectLast.get()?.['number'] ?? 0)),
  };
}
