import { report as words } from '../../copy/report.ts';
import { csvLine } from '../../shared/csv.ts';
import { emptyTally, type Report, type Tally } from '../../shared/report.ts';
import { industryLabel } from '../staff/format.ts';

export interface Row extends Tally {
  label: string;
  /** What the campaign cost. Undefined if nobody has entered it, or if this is no campaign. */
  spent?: number | undefined;
  /** The rest beside the other rows. */
  isRest?: boolean;
}

/** What the page and the file show of a row. */
export interface Column {
  label: string;
  /** For the file. */
  value: (row: Row) => number | string | undefined;
  /** For the page, if that differs. */
  shown?: (row: Row) => string;
  note?: (row: Row) => string;
}

const { columns: names } = words;

/** What is neither won nor lost. */
export const openIn = ({ leads, won, lost }: Tally): number => leads - won - lost;

const soon: Column = {
  label: names.soon,
  value: (it) => it.soon,
  shown: (it) => words.of(it.soon, it.leads),
};

export const columns: readonly Column[] = [
  { label: names.leads, value: (it) => it.leads },
  soon,
  { label: names.won, value: (it) => it.won, shown: (it) => words.of(it.won, it.leads) },
  { label: names.lost, value: (it) => it.lost, note: (it) => words.because(it.reasons, 2) },
  { label: names.open, value: openIn },
  { label: names.amount, value: (it) => it.amount, shown: (it) => words.dollars(it.amount) },
  { label: names.notLeads, value: (it) => it.not_leads },
];

/** Where each row says how soon. */
export const columnsOfSteps = columns.filter((it) => it !== soon);

const averageOf = (spent: number | undefined, count: number): number | undefined =>
  spent === undefined || count === 0 ? undefined : Math.round((100 * spent) / count) / 100;

export const costs: readonly Column[] = [
  {
    label: names.eachLead,
    value: (it) => averageOf(it.spent, it.leads),
    shown: (it) => words.each(it.spent, it.leads),
    note: (it) => words.eachOf(it.spent, it.leads),
  },
  {
    label: names.eachCustomer,
    value: (it) => averageOf(it.spent, it.won),
    shown: (it) => words.each(it.spent, it.won),
    note: (it) => words.eachOf(it.spent, it.won),
  },
];

/** All that was entered for the month. Undefined if nothing was. */
function spentIn({ ads }: Report): number | undefined {
  const known = ads.flatMap(({ spent }) => spent ?? []);
  return known.length > 0
    ? known.reduce((sum, it) => sum + Math.round(it * 100), 0) / 100
    : undefined;
}

export const totalOf = (report: Report): Row => ({
  ...report.total,
  label: words.totals.heading,
  spent: spentIn(report),
});

const isFilled = ({ leads, not_leads }: Tally): boolean => leads + not_leads > 0;

export const industriesOf = ({ industries }: Report): Row[] =>
  Object.entries(industries)
    .map(([industry, tally]) => ({ ...tally, label: industryLabel(industry) }))
    .filter(isFilled)
    .toSorted((a, b) => b.leads - a.leads);

export const sourcesOf = ({ sources }: Report): Row[] =>
  Object.entries(words.sources.labels).flatMap(([source, label]) => {
    const tally = sources[source];
    return tally ? { ...tally, label } : [];
  });

export const adsOf = ({ ads }: Report): Row[] => ads.map((it) => ({ ...it, label: it.name }));

const added = ['leads', 'soon', 'won', 'amount', 'lost', 'not_leads'] as const;

/** What came from none of these, as far as is known. */
export function restOf({ total, ads }: Report): Row[] {
  const rest = { ...total, label: words.ads.rest, isRest: true, reasons: {} };
  for (const field of added) {
    for (const ad of ads) rest[field] = Math.round((rest[field] - ad[field]) * 100) / 100;
  }
  return isFilled(rest) ? [rest] : [];
}

/** The report after somebody has entered what a campaign cost. Null: that was taken back. */
export function withSpent(report: Report, campaign: string, dollars: number | null): Report {
  const isKnown = report.ads.some(({ name }) => name === campaign);
  const ads = isKnown ? report.ads : [...report.ads, { name: campaign, ...emptyTally() }];
  return {
    ...report,
    ads: ads.map(({ spent, ...it }) => {
      const now = it.name === campaign ? dollars : (spent ?? null);
      return now === null ? it : { ...it, spent: now };
    }),
  };
}

export const stepsOf = ({ answered }: Report): Row[] =>
  answered.map((it, i) => ({ ...it, label: words.answered.rows[i] ?? '' }));

/** The days of a month count from 0 here. */
export const dayIn = (month: string, i: number): string =>
  `${month}-${String(i + 1).padStart(2, '0')}`;

/** All that the page shows, a line for each row. */
export function csvOf(report: Report): string {
  const { csv, ads, industries, sources, answered } = words;
  const all: Column[] = [
    ...columns,
    { label: names.because, value: (it) => words.because(it.reasons) },
    { label: names.spent, value: (it) => it.spent },
    ...costs,
  ];
  const parts: [string, Row[]][] = [
    [csv.month, [{ ...totalOf(report), label: report.month }]],
    [ads.column, [...adsOf(report), ...restOf(report)]],
    [industries.column, industriesOf(report)],
    [sources.column, sourcesOf(report)],
    [answered.column, stepsOf(report)],
  ];
  const lines = [
    [csv.part, csv.row, ...all.map(({ label }) => label)],
    ...parts.flatMap(([part, rows]) =>
      rows.map((row) => [part, row.label, ...all.map(({ value }) => String(value(row) ?? ''))]),
    ),
    ...report.days.map((leads, i) => [csv.day, dayIn(report.month, i), String(leads)]),
  ];
  return lines.map(csvLine).join('');
}
