import { startOfDay } from '../../src/shared/company-time.ts';
import { sources } from '../../src/shared/fields.ts';
import { knownIndustries } from '../../src/shared/pricing.ts';
import {
  adsInReport,
  answerSteps,
  daysIn,
  emptyTally,
  monthsAfter,
  type Report,
  type SpentOn,
} from '../../src/shared/report.ts';
import { countsIn, reportedIndustry, reportedReason, type Counts } from './figures.ts';

export const emptyReport = (month: string): Report => ({
  month,
  days: Array.from({ length: daysIn(month) }, () => 0),
  total: emptyTally(),
  industries: Object.fromEntries(knownIndustries().map(({ value }) => [value, emptyTally()])),
  sources: Object.fromEntries(sources.map((it) => [it, emptyTally()])),
  first_try: 0,
  answered: Array.from({ length: answerSteps.length + 1 }, emptyTally),
  held: 0,
  ads: [],
});

type Ad = Report['ads'][number];

/** Counts what a month has in the store: leads, and tombstones of erased ones. */
export function countMonth(
  month: string,
  stored: readonly unknown[],
  spent: readonly SpentOn[] = [],
): Report {
  const report = emptyReport(month);
  // A campaign may have cost something, and have brought no leads.
  const ads = new Map<string, Ad>(
    spent.map((it) => [it.campaign, { name: it.campaign, ...emptyTally(), spent: it.dollars }]),
  );
  for (const it of stored.flatMap((it) => countsIn(it) ?? [])) count(it, report, ads);
  report.ads = [...ads.values()]
    .toSorted((a, b) => b.leads - a.leads || (a.name < b.name ? -1 : 1))
    .filter((it, i) => i < adsInReport || it.spent !== undefined);
  return report;
}

function count({ figures, amount, ad }: Counts, report: Report, ads: Map<string, Ad>): void {
  const { day, held, source, first_try, answered_within, outcome } = figures;
  if (held) {
    report.held += 1;
    return;
  }
  if (ad !== undefined && !ads.has(ad)) ads.set(ad, { name: ad, ...emptyTally() });
  const tallies = [
    report.total,
    report.industries[reportedIndustry(figures.industry)],
    (report.sources[source] ??= emptyTally()),
    report.answered[answered_within ?? answerSteps.length],
    ad === undefined ? undefined : ads.get(ad),
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
  const date = Number(day.slice(8));
  report.days[date - 1] = (report.days[date - 1] ?? 0) + 1;
  if (first_try) report.first_try += 1;
}

/** When the leads of a month came: from the first time on, and before the second. */
export const timesOf = (month: string): [from: string, to: string] => [
  startOfDay(`${month}-01`).toISOString(),
  startOfDay(`${monthsAfter(month, 1)}-01`).toISOString(),
];

/** More leads than come in a month, or are won. */
export const mostInMonth = 20_000;
