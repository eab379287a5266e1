import type { CollectionReference, DocumentReference, Firestore } from '@google-cloud/firestore';
import { monthAt, reportSchema, type Report } from '../../../src/shared/report.ts';
import { countMonth, daysOf, isClosed, timesOf } from '../count-month.ts';
import type { Engine, Write } from '../engine.ts';
import { countedFields, monthChanged } from '../figures.ts';
import { readSpent } from '../kept.ts';
import { available, isFirst } from './client.ts';

/** The report of a month as it was counted: gone once anything that it counts has changed. */
export const keptReport = (db: Firestore, month: string): DocumentReference =>
  db.collection('reports').doc(month);

export function reporting(db: Firestore, submissions: CollectionReference): Engine['report'] {
  const count = async (month: string): Promise<Report> => {
    const [from, to] = timesOf(month);
    const [first, last] = daysOf(month);
    const stored = submissions.where('created_at', '>=', from).where('created_at', '<', to);
    const erased = submissions.where('figures.day', '>=', first).where('figures.day', '<=', last);
    const [leads, tombstones, spent] = await Promise.all([
      available(() => stored.select(...countedFields).get()),
      available(() => erased.select('figures').get()),
      available(() => db.collection('spent').doc(month).get()),
    ]);
    const found = [...leads.docs, ...tombstones.docs].map((it) => it.data());
    return countMonth(month, found, readSpent(month, spent.data()));
  };

  const closedReport = async (month: string): Promise<Report> => {
    const kept = await available(() => keptReport(db, month).get());
    const { success, data } = reportSchema.safeParse(kept.get('report'));
    if (success) return data;
    const report = await count(month);
    const { ref, updateTime: lastUpdateTime } = kept;
    const writing = () =>
      lastUpdateTime ? ref.update({ report }, { lastUpdateTime }) : ref.create({ report });
    // If anything has changed meanwhile, an advertisement or a number must not stay.
    await available(() => isFirst(writing()));
    return report;
  };

  return async (month, now) => (isClosed(month, now) ? closedReport(month) : count(month));
}

/**
 * The months that these writes give another report. The present month is left out, or each new lead would
 * write the same document: its report is kept a month after its end, and no clock is off by a month.
 */
export function changedMonths(writes: readonly Write[], now: number): Set<string> {
  const months = writes.flatMap((it) => {
    if (it.kind !== 'put') return [];
    if (it.within === 'spent') return [it.id];
    return it.within === 'submissions' ? (monthChanged(it.replaces?.value, it.value) ?? []) : [];
  });
  return new Set(months.filter((it) => it < monthAt(now)));
}
