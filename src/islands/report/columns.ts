import type { ReactNode } from 'react';
import { report as words } from '../../copy/report-words.ts';
import { csvLine } from '../../shared/csv.ts';
import {
  emptyTally,
  sumOf,
  type Report,
  type ReportBy,
  type Tally,
} from '../../shared/report-schema.ts';

type Row = Report['rows'][number];

export interface Column {
  label: string;
  value: (row: Report['total']) => number | string | undefined;
  shown?: (row: Row) => ReactNode;
  note?: (row: Row) => string;
}

const { columns: names } = words;

export const nameOf = (by: ReportBy, { name }: Row): string =>
  name === null ? words.rest : words.by[by].label(name);

export const openIn = ({ leads, won, lost }: Tally): number => leads - won - lost;

const share = (field: 'soon' | 'won'): Column => ({
  label: names[field],
  value: (it) => it[field],
  shown: (it) => words.of(it[field], it.leads),
});

const soon = share('soon');

const usual: readonly Column[] = [
  { label: names.leads, value: (it) => it.leads },
  soon,
  share('won'),
  { label: names.lost, value: (it) => it.lost, note: (it) => words.because(it.reasons, 2) },
  { label: names.open, value: openIn },
  { label: names.amount, value: (it) => it.amount, shown: (it) => words.dollars(it.amount) },
  { label: names.notLeads, value: (it) => it.not_leads },
];

const spent: Column = { label: names.spent, value: (it) => it.spent };

const cost = (label: string, of: 'leads' | 'won'): Column => ({
  label,
  value: ({ spent, [of]: count }) =>
    spent === undefined || count === 0 ? undefined : Math.round((100 * spent) / count) / 100,
  shown: (it) => words.each(it.spent, it[of]),
  note: (it) => words.eachOf(it.spent, it[of]),
});

const costs = [cost(names.eachLead, 'leads'), cost(names.eachCustomer, 'won')];

/** The columns of the page. `shownSpent` renders the field for a campaign's cost. */
export function columnsOf(by: ReportBy, shownSpent: (row: Row) => ReactNode): readonly Column[] {
  if (by === 'campaign') return [...usual, { ...spent, shown: shownSpent }, ...costs];
  // Grouped by answer, each row already says how soon.
  return by === 'answered' ? usual.filter((it) => it !== soon) : usual;
}

/** The report with a campaign's new cost. Null: the cost was removed. */
export function withSpent(report: Report, campaign: string, dollars: number | null): Report {
  // Only the report by campaign shows costs. The next one is loaded with this cost.
  if (report.by !== 'campaign') return report;
  const existing = report.rows.find(({ name }) => name === campaign);
  const row = { ...(existing ?? { ...emptyTally(), name: campaign }), spent: dollars ?? undefined };
  const named = report.rows.filter(({ name }) => name !== null);
  const rest = report.rows.filter(({ name }) => name === null);
  const rows = [
    ...(existing ? named.map((other) => (other === existing ? row : other)) : [...named, row]),
    ...rest,
  ];
  const known = rows.flatMap((it) => it.spent ?? []);
  return {
    ...report,
    rows,
    total: { ...report.total, spent: known.length > 0 ? sumOf(known) : undefined },
  };
}

export const dayIn = (month: string, i: number): string =>
  `${month}-${String(i + 1).padStart(2, '0')}`;

export function csvOf({ month, by, total, rows, days, is_partial }: Report): string {
  const { csv } = words;
  const all: Column[] = [
    ...usual,
    { label: names.because, value: (it) => words.because(it.reasons) },
    spent,
    ...costs,
  ];
  const line = (part: string, name: string, row: Report['total']): string[] => [
    part,
    name,
    ...all.map(({ value }) => String(value(row) ?? '')),
  ];
  const lines = [
    [csv.part, csv.row, ...all.map(({ label }) => label)],
    line(csv.month, month, total),
    ...rows.map((row) => line(words.by[by].column, nameOf(by, row), row)),
    ...days.map((leads, i) => [csv.day, dayIn(month, i), String(leads)]),
    ...(is_partial ? [[words.partial]] : []),
  ];
  return lines.map(csvLine).join('');
}
