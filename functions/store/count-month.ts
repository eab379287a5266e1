import { startOfDay } from '../../src/shared/company-time.ts';
import { sources } from '../../src/shared/fields.ts';
import {
  adsInReport,
  answerSteps,
  daysIn,
  emptyTally,
  monthAt,
  monthsAfter,
  type Report,
  type SpentOn,
  type Tally,
} from '../../src/shared/report.ts';
import { countsIn, industries, reportedIndustry, reportedReason, type Counts } from './figures.ts';

export const emptyReport = (month: string): Report => ({
  month,
  days: Array.from({ length: daysIn(month) }, () => 0),
  total: emptyTally(),
  industries: Object.fromEntries(industries.map((it) => [it, emptyTally()])),
  sources: Object.fromEntries(sources.map((it) => [it, emptyTally()])),
  first_try: 0,
  answered: Array.from({ length: answerSteps.length + 1 }, emptyTally),
  held: 0,
  ads: [],
});

/** Counts what a month has in the store: leads, and tombstones of erased ones. */
export function countMonth(
  month: string,
  stored: readonly unknown[],
  spent: readonly SpentOn[] = [],
): Report {
  const report = emptyReport(month);
  // A campaign may have cost something, and have brought no leads.
  const ads = new Map(spent.map(({ campaign }) => [campaign, emptyTally()]));
  for (const it of stored.flatMap((it) => countsIn(it) ?? [])) count(it, report, ads);
  const costs = new Map(spent.map(({ campaign, dollars }) => [campaign, dollars]));
  report.ads = [...ads]
    .toSorted(([a, { leads: most }], [b, { leads }]) => leads - most || (a < b ? -1 : 1))
    .filter(([name], i) => i < adsInReport || costs.has(name))
    .map(([name, tally]) => {
      const cost = costs.get(name);
      return { name, ...tally, ...(cost !== undefined && { spent: cost }) };
    });
  return report;
}

function count({ figures, amount, ad }: Counts, report: Report, ads: Map<string, Tally>): void {
  const { day, held, source, first_try, answered_within, outcome } = figures;
  if (held) {
    report.held += 1;
    return;
  }
  const tallies = [
    report.total,
    report.industries[reportedIndustry(figures.industry)],
    (report.sources[source] ??= emptyTally()),
    report.answered[answered_within ?? answerSteps.length],
    ad === undefined ? undefined : tallyOf(ad, ads),
  ].filter((it) => it !== undefined);
  if (outcome?.state === 'not-a-lead') {
    for (const it of tallies) it.not_leads += 1;
    return;
  }
  for (const it of tallies) {
    it.leads += 1;
    if (answered_within === 0) it.soon += 1;
    if (outcome?.state === 'won') it.won += 1;
    it.amount += amount;
    if (outcome?.state !== 'lost') continue;
    it.lost += 1;
    const reason = reportedReason(outcome.reason);
    it.reasons[reason] = (it.reasons[reason] ?? 0) + 1;
  }
  increment(report.days, Number(day.slice(8)) - 1);
  if (first_try) report.first_try += 1;
}

function tallyOf(ad: string, ads: Map<string, Tally>): Tally {
  const tally = ads.get(ad) ?? emptyTally();
  ads.set(ad, tally);
  return tally;
}

function increment(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** When the leads of a month came: from the first time on, and before the second. */
export const timesOf = (month: string): [from: string, to: string] => [
  startOfDay(`${month}-01`).toISOString(),
  startOfDay(`${monthsAfter(month, 1)}-01`).toISOString(),
];

/** The first and the last day that figures of this month may have. */
export const daysOf = (month: string): [first: string, last: string] => [
  `${month}-01`,
  `${month}-31`,
];

/** Whether the leads of a month are old: they were answered, delivered and sorted out long ago. */
export const isClosed = (month: string, now: Date): boolean =>
  monthsAfter(month, 1) < monthAt(now.getTime());
