import {
  AggregateField,
  type CollectionReference,
  type DocumentData,
} from '@google-cloud/firestore';
import { sources } from '../../../src/shared/fields.ts';
import { adNameOf } from '../../../src/shared/attribution.ts';
import { adsInReport, answerSteps, daysIn, type Report } from '../../../src/shared/report.ts';
import { addTo, byLeads, emptyReport, industryPlaces, type Figures } from '../figures.ts';
import type { Store } from '../port.ts';
import type { SubmissionRecord } from '../record.ts';
import { available, deadline, patienceMs } from './client.ts';

/*
 * Firestore bills one read for each 1,000 index entries that a query adds up, so a report can't afford to
 * go through the month's leads more than once. A query returns at most five sums, and a sum is exact below
 * 2^53, which is room for three counts of 17 bits: 15 counts. So each lead is in one slice, which is a day
 * and a group of industries, and adds to the counts of its slice: its industry, its source, its first try,
 * its answer. A slice can count 131,071 leads.
 */
const countsInSum = 3;
const bitsOfCount = 17;
const sums = ['a', 'b', 'c', 'd', 'e'] as const;

const industriesInSlice = 8;
const [firstSource, otherSource] = sources;
const sourceCount = industriesInSlice;
const firstTryCount = sourceCount + 1;
const answeredCount = firstTryCount + 1;

const groupCount = Math.ceil((Math.max(...Object.values(industryPlaces)) + 1) / industriesInSlice);

/** Anybody can make up the name of a campaign, and each costs reads and time. */
const adsLookedAt = 200;
/** The jumps come one after the other. The rest of the time is for counting. */
const longestWalkMs = patienceMs / 2;

const sliceOf = (day: string, group: number): string => `${day} ${group}`;
const heldSlice = (month: string): string => `${month} held`;

/** The fields that the report adds up. */
export function toSums(figures: Figures): DocumentData {
  const { day, held, industry, source, first_try, answered_within } = figures;
  if (held) return { slice: heldSlice(day.slice(0, 7)), ...sumsOf([0]) };
  const place = industryPlaces[industry as keyof typeof industryPlaces];
  const counts = [
    place % industriesInSlice,
    ...(source === firstSource ? [sourceCount] : []),
    ...(first_try ? [firstTryCount] : []),
    ...(answered_within === null ? [] : [answeredCount + answered_within]),
  ];
  return { slice: sliceOf(day, Math.floor(place / industriesInSlice)), ...sumsOf(counts) };
}

/**
 * The month and the name of the lead's advertisement, so that the advertisements of a month are next to each
 * other in an index. A tombstone has none: the name may say something about the person.
 */
export function adMonthOf({ attribution }: SubmissionRecord, { day, held }: Figures) {
  const name = attribution ? adNameOf(attribution) : undefined;
  return held || name === undefined ? undefined : `${day.slice(0, 7)} ${name}`;
}

const sumsOf = (counts: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    sums.map((name, i) => [
      name,
      counts
        .filter((it) => Math.floor(it / countsInSum) === i)
        .reduce((sum, it) => sum + 2 ** (bitsOfCount * (it % countsInSum)), 0),
    ]),
  );

export function reporting(submissions: CollectionReference): Pick<Store, 'report'> {
  const countsOf = async (slice: string, late: AbortSignal): Promise<(n: number) => number> => {
    const query = submissions
      .where('report.slice', '==', slice)
      .aggregate(Object.fromEntries(sums.map((it) => [it, AggregateField.sum(`report.${it}`)])));
    const found = (await available(() => query.get(), late)).data();
    return (n) => {
      const sum = found[sums[Math.floor(n / countsInSum)] ?? ''] ?? 0;
      return Math.floor(sum / 2 ** (bitsOfCount * (n % countsInSum))) % 2 ** bitsOfCount;
    };
  };

  const addSlice = async (report: Report, day: string, group: number, late: AbortSignal) => {
    const count = await countsOf(sliceOf(day, group), late);
    const industries = Object.entries(industryPlaces)
      .filter(([, place]) => Math.floor(place / industriesInSlice) === group)
      .map(([industry, place]) => ({ industry, leads: count(place % industriesInSlice) }));
    for (const { industry, leads } of industries) addTo(report, { day, industry }, leads);
    const leads = industries.reduce((sum, it) => sum + it.leads, 0);
    addTo(report, { source: firstSource }, count(sourceCount));
    addTo(report, { source: otherSource }, leads - count(sourceCount));
    addTo(report, { first_try: true }, count(firstTryCount));
    for (const [answered_within] of answerSteps.entries())
      addTo(report, { answered_within }, count(answeredCount + answered_within));
  };

  /**
   * Jumps from one advertisement to the next in the index: two reads for each, and one at the end. All of
   * them have to be counted to know the biggest.
   */
  const adsOf = async (month: string, late: AbortSignal): Promise<Report['ads']> => {
    const enough = performance.now() + longestWalkMs;
    const all = submissions.where('ad_month', '<', `${month}!`).orderBy('ad_month').limit(1);
    const found: string[] = [];
    while (found.length < adsLookedAt && performance.now() < enough) {
      const next = all.where('ad_month', '>', found.at(-1) ?? `${month} `).select('ad_month');
      const [lead] = (await available(() => next.get(), late)).docs;
      if (!lead) break;
      found.push(String(lead.get('ad_month')));
    }
    const ads = found.map(async (it) => {
      const same = submissions.where('ad_month', '==', it).count();
      const { count } = (await available(() => same.get(), late)).data();
      return { name: it.slice(month.length + 1), leads: count };
    });
    return (await Promise.all(ads)).toSorted(byLeads).slice(0, adsInReport);
  };

  return {
    async report(month) {
      const late = deadline();
      const report = emptyReport(month);
      const days = Array.from(
        { length: daysIn(month) },
        (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`,
      );
      const groups = Array.from({ length: groupCount }, (_, i) => i);
      const addHeld = async () => {
        const count = await countsOf(heldSlice(month), late);
        addTo(report, { held: true }, count(0));
      };
      const [ads] = await Promise.all([
        adsOf(month, late),
        addHeld(),
        ...days.flatMap((day) => groups.map((group) => addSlice(report, day, group, late))),
      ]);
      return { ...report, ads };
    },
  };
}
