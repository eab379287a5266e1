import type { DatabaseSync } from 'node:sqlite';
import { adNameOf } from '../../../src/shared/attribution.ts';
import { adsInReport, type Report } from '../../../src/shared/report.ts';
import { addTo, byLeads, emptyReport, figuresSchema } from '../figures.ts';
import type { Store } from '../port.ts';
import { available } from './database.ts';

/** Counts leads with the same figures together, those that are stored and those that were erased. */
export function reporting(database: DatabaseSync): Pick<Store, 'report'> {
  const inMonth = `WHERE day BETWEEN :month || '-01' AND :month || '-31'`;
  const select = database.prepare(
    `SELECT figures, count(*) AS leads FROM (
        SELECT figures FROM submissions ${inMonth}
        UNION ALL SELECT figures FROM erased_submissions ${inMonth}
      ) GROUP BY figures`,
  );

  const selectAds = database.prepare(
    `SELECT record ->> '$.attribution.utm_source' AS source, campaign, count(*) AS leads
      FROM submissions ${inMonth} AND NOT figures ->> '$.held' GROUP BY 1, 2`,
  );
  const adsOf = (month: string): Report['ads'] => {
    const counts = new Map<string, number>();
    for (const { source, campaign, leads } of selectAds.all({ month })) {
      const name = adNameOf({
        ...(typeof source === 'string' && { utm_source: source }),
        ...(typeof campaign === 'string' && { utm_campaign: campaign }),
      });
      // Two may have one name: "google" is a source or a campaign.
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + Number(leads));
    }
    return [...counts]
      .map(([name, leads]) => ({ name, leads }))
      .toSorted(byLeads)
      .slice(0, adsInReport);
  };

  return {
    report: (month) =>
      available(() => {
        const report = emptyReport(month);
        for (const { figures, leads } of select.all({ month })) {
          addTo(report, figuresSchema.parse(JSON.parse(String(figures))), Number(leads));
        }
        report.ads = adsOf(month);
        return report;
      }),
  };
}
