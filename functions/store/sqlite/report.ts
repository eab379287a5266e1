import type { DatabaseSync } from 'node:sqlite';
import { addTo, emptyReport, figuresSchema } from '../figures.ts';
import type { Store } from '../port.ts';
import { answering } from './transaction.ts';

/** Counts leads with the same figures together, those that are stored and those that were erased. */
export function reporting(database: DatabaseSync): Pick<Store, 'report'> {
  const inMonth = `WHERE day BETWEEN :month || '-01' AND :month || '-31'`;
  const select = database.prepare(
    `SELECT figures, count(*) AS leads FROM (
        SELECT figures FROM submissions ${inMonth}
        UNION ALL SELECT figures FROM erased_submissions ${inMonth}
      ) GROUP BY figures`,
  );

  return {
    report: (month) =>
      answering(() => {
        const report = emptyReport(month);
        for (const { figures, leads } of select.all({ month })) {
          addTo(report, figuresSchema.parse(JSON.parse(String(figures))), Number(leads));
        }
        return report;
      }),
  };
}
