import type { ReactNode } from 'react';
import { fewest, report as words } from '../../copy/report.ts';
import { dayAt, isBusinessDay } from '../../shared/company-time.ts';
import { csvLine } from '../../shared/csv.ts';
import { industryLabel } from '../../shared/pricing.ts';
import { emptyTally, type Report, type Tally } from '../../shared/report.ts';

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
  shown?: (row: Row) => ReactNode;
  note?: (row: Row) => string;
}

export interface Bar {
  label: string;
  /** The same below the bar, where there is little room. */
  short: string;
  size: number;
  /** The words above the bar. Undefined if nothing is known yet. */
  value: string | undefined;
  isPale: boolean;
}

const { columns: names } = words;

/** What is neither won nor lost. */
export const openIn = ({ leads, won, lost }: Tally): number => leads - won - lost;

const share = (field: 'soon' | 'won'): Column => ({
  label: names[field],
  value: (it) => it[field],
  shown: (it) => words.of(it[field], it.leads),
});

const soon = share('soon');

export const columns: readonly Column[] = [
  { label: names.leads, value: (it) => it.leads },
  soon,
  share('won'),
  { label: names.lost, value: (it) => it.lost, note: (it) => words.because(it.reasons, 2) },
  { label: names.open, value: openIn },
  { label: names.amount, value: (it) => it.amount, shown: (it) => words.dollars(it.amount) },
  { label: names.notLeads, value: (it) => it.not_leads },
];

/** Where each row says how soon. */
export const columnsOfSteps = columns.filter((it) => it !== soon);

export const spentColumn: Column = { label: names.spent, value: (it) => it.spent };

const cost = (label: string, of: 'leads' | 'won'): Column => ({
  label,
  value: ({ spent, [of]: count }) =>
    spent === undefined || count === 0 ? undefined : Math.round((100 * spent) / count) / 100,
  shown: (it) => words.each(it.spent, it[of]),
  note: (it) => words.eachOf(it.spent, it[of]),
});

export const costs = [cost(names.eachLead, 'leads'), cost(names.eachCustomer, 'won')];

/** It has a cost if anybody has entered one. */
export function totalOf({ total, ads }: Report): Row {
  const known = ads.flatMap(({ spent }) => spent ?? []);
  const cents = known.reduce((sum, it) => sum + Math.round(it * 100), 0);
  return {
    ...total,
    label: words.totals.heading,
    spent: known.length > 0 ? cents / 100 : undefined,
  };
}

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

const added = ['leads', 'soon', 'won', 'amount', 'lost', 'not_leads'] as const;

/** The last row is what came from none of these, as far as is known. */
export function adsOf({ total, ads }: Report): Row[] {
  const rows = ads.map((it) => ({ ...it, label: it.name }));
  const rest = { ...total, label: words.ads.rest, isRest: true, reasons: {} };
  for (const field of added) {
    for (const ad of ads) rest[field] = Math.round((rest[field] - ad[field]) * 100) / 100;
  }
  return isFilled(rest) ? [...rows, rest] : rows;
}

/** The report after somebody has entered what a campaign cost. Null: that was taken back. */
export function withSpent(report: Report, campaign: string, dollars: number | null): Report {
  const isKnown = report.ads.some(({ name }) => name === campaign);
  const ads = isKnown ? report.ads : [...report.ads, { name: campaign, ...emptyTally() }];
  return {
    ...report,
    ads: ads.map((it) => (it.name === campaign ? { ...it, spent: dollars ?? undefined } : it)),
  };
}

export const stepsOf = ({ answered }: Report): Row[] =>
  answered.map((it, i) => ({ ...it, label: words.answered.rows[i] ?? '' }));

/** How the share of customers depends on how soon people were answered. */
export const barsOfSteps = (report: Report): Bar[] =>
  stepsOf(report).map(({ label, leads, won }, i) => ({
    label,
    short: words.answered.points[i] ?? '',
    size: won / (leads || 1),
    value: words.share(won, leads),
    isPale: leads < fewest,
  }));

/** The days of a month count from 0 here. */
const dayIn = (month: string, i: number): string => `${month}-${String(i + 1).padStart(2, '0')}`;

const dayName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
});

export const barsOfDays = ({ month, days }: Report): Bar[] =>
  days.map((count, i) => {
    const day = dayIn(month, i);
    const isToCome = count === 0 && day > dayAt(Date.now());
    return {
      label: dayName.format(Date.parse(day)),
      short: i % 7 === 0 ? String(i + 1) : '',
      size: count,
      value: isToCome ? undefined : words.number(count),
      isPale: !isBusinessDay(day),
    };
  });

/** All that the page shows, a line for each row. */
export function csvOf(report: Report): string {
  const { csv, ads, industries, sources, answered } = words;
  const all: Column[] = [
    ...columns,
    { label: names.because, value: (it) => words.because(it.reasons) },
    spentColumn,
    ...costs,
  ];
  const parts: [string, Row[]][] = [
    [csv.month, [{ ...totalOf(report), label: report.month }]],
    [ads.column, adsOf(report)],
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
