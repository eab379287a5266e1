import type { CollectionReference, DocumentReference, Firestore } from '@google-cloud/firestore';
import { reportSchema, type Report } from '../../../src/shared/report.ts';
import { countedFields, countMonth, daysOf, isClosed, timesOf } from '../figures.ts';
import type { Engine, Write } from '../engine.ts';
import type { Tombstone } from '../record.ts';
import { available, isFirst } from './client.ts';

/** The report of a month as it was counted: empty once a lead of the month has been erased. */
export const keptReport = (db: Firestore, month: string): DocumentReference =>
  db.collection('reports').doc(month);

export function reporting(db: Firestore, submissions: CollectionReference): Engine['report'] {
  const queries = (month: string) => {
    const [from, to] = timesOf(month);
    const [first, last] = daysOf(month);
    return {
      stored: submissions.where('created_at', '>=', from).where('created_at', '<', to),
      erased: submissions.where('figures.day', '>=', first).where('figures.day', '<=', last),
    };
  };

  const count = async (month: string) => {
    const { stored, erased } = queries(month);
    const [leads, tombstones] = await Promise.all([
      available(() => stored.select(...countedFields).get()),
      available(() => erased.select('figures').get()),
    ]);
    return {
      report: countMonth(
        month,
        leads.docs.map((it) => it.data()),
        tombstones.docs.map((it) => it.get('figures') as unknown),
      ),
      stored: leads.docs.length,
      erased: tombstones.docs.length,
    };
  };

  /** A thousand leads cost one read here. If there are others than were counted, some were imported. */
  const numbers = async (month: string) => {
    const { stored, erased } = queries(month);
    const [leads, tombstones] = await Promise.all([
      available(() => stored.count().get()),
      available(() => erased.count().get()),
    ]);
    return { stored: leads.data().count, erased: tombstones.data().count };
  };

  const closedReport = async (month: string): Promise<Report> => {
    const [kept, now] = await Promise.all([
      available(() => keptReport(db, month).get()),
      numbers(month),
    ]);
    const { success, data } = reportSchema.safeParse(kept.get('report'));
    if (success && kept.get('stored') === now.stored && kept.get('erased') === now.erased)
      return data;
    const counted = await count(month);
    const { ref, updateTime: lastUpdateTime } = kept;
    const writing = () =>
      lastUpdateTime ? ref.update(counted, { lastUpdateTime }) : ref.create(counted);
    // If a lead was erased meanwhile, its advertisement must not stay.
    await available(() => isFirst(writing()));
    return counted.report;
  };

  return async (month, now) =>
    isClosed(month, now) ? closedReport(month) : (await count(month)).report;
}

/** The months whose kept report may name the advertisement of a lead that is erased here. */
export function erasedMonths(writes: readonly Write[]): Set<string> {
  const erased = writes.flatMap((it) => (it.kind === 'put' && it.replaces ? [it.value] : []));
  return new Set(
    erased.flatMap((it) =>
      'figures' in it ? [(it as Tombstone).figures?.day.slice(0, 7) ?? ''] : [],
    ),
  );
}
