import type { DatabaseSync } from 'node:sqlite';
import { countMonth, daysOf, timesOf } from '../figures.ts';
import type { Store } from '../port.ts';
import type { Transactions } from './database.ts';

export function reporting(
  database: DatabaseSync,
  { reading }: Transactions,
): Pick<Store, 'report'> {
  const select = database.prepare(
    'SELECT record FROM submissions WHERE created_at >= ? AND created_at < ?',
  );
  const selectErased = database.prepare(
    'SELECT figures FROM erased_submissions WHERE day BETWEEN ? AND ?',
  );

  return {
    report: (month) =>
      reading(() =>
        countMonth(
          month,
          select.all(...timesOf(month)).map(({ record }) => JSON.parse(String(record)) as unknown),
          selectErased
            .all(...daysOf(month))
            .map(({ figures }) => JSON.parse(String(figures)) as unknown),
        ),
      ),
  };
}
