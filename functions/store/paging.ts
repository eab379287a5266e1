import { outcomeOf } from '../../src/shared/follow-up-schema.ts';
import type { ChosenFilter, FilterName } from '../../src/shared/lead-filter.ts';
import { awaitsAnswer } from '../../src/shared/awaits.ts';
import { callAt, isListed, listedAs, type SubmissionRecord } from './record.ts';
import { matches, queryWords } from './search.ts';

/**
 * Parameters of the inbox's URL. Here, `from` and `to` are times: the first one included, and the first one excluded.
 * Without `delivery`, a search covers all leads, and the list leaves out held leads.
 */
export type Filter = { [Name in FilterName]?: Exclude<ChosenFilter[Name], ''> | undefined } & {
  /** Calls up to this time are due. */
  due_by?: string | undefined;
};

export interface PageQuery {
  filter: Filter;
  limit: number;
  after?: Place | undefined;
}

/** Position of a lead in the list, by its arrival or its call. */
export interface Place {
  time: string;
  id: string;
}

export interface Page {
  records: SubmissionRecord[];
  /** The `after` of the next page. Undefined on the last page. */
  next: Place | undefined;
}

export interface Counts {
  held: number;
  waiting: number;
}

/** Limit of records that are read for one page. If the page isn't full, `next` says where to continue. */
const readsPerPage = 1000;

const furtherReads = 250;

/** Reads records from an index in order. The index may cover only a part of the filter. */
export type Scan = (after: Place | undefined, count: number) => Promise<SubmissionRecord[]>;

export async function fillPage({ filter, limit, after }: PageQuery, scan: Scan): Promise<Page> {
  const fits = matching(filter);
  const records: SubmissionRecord[] = [];
  let place = after;
  for (let read = 0; read < readsPerPage;) {
    // One extra record shows whether there is a next page. If the page isn't full after that, few records match, and
    // each further read is a round trip.
    const count = read === 0 ? limit + 1 : furtherReads;
    const found = await scan(place, count);
    for (const record of found) {
      const wanted = fits(record);
      if (wanted && records.length === limit) return { records, next: place };
      if (wanted) records.push(record);
      const time = filter.call_back ? (callAt(record) ?? '') : record.created_at;
      place = { time, id: record.id };
    }
    if (found.length < count) return { records, next: undefined };
    read += found.length;
  }
  return { records, next: place };
}

/** Parses the search once, and not for each record. */
function matching(filter: Filter): (record: SubmissionRecord) => boolean {
  const { q, industry, delivery, answered, call_back, archived, campaign, from = '', to } = filter;
  const { outcome, due_by } = filter;
  const words = queryWords(q);
  // A search for a person finds held leads, too.
  const isShown =
    words.length > 0 ? (record: SubmissionRecord) => listedAs(record) !== null : isListed;
  const isInView = (record: SubmissionRecord): boolean => {
    const hasState = delivery === undefined || record.delivery.state === delivery;
    if (archived) return record.archived === true && hasState;
    return delivery === undefined ? isShown(record) : listedAs(record) === delivery;
  };
  return (record) =>
    isInView(record) &&
    (!answered || awaitsAnswer(record)) &&
    (!call_back || callAt(record) !== null) &&
    (due_by === undefined || String(callAt(record)) <= due_by) &&
    (outcome === undefined || outcomeOf(record.outcome) === outcome) &&
    (industry ?? record.industry) === record.industry &&
    (campaign === undefined || record.attribution?.utm_campaign === campaign) &&
    record.created_at >= from &&
    (to === undefined || record.created_at < to) &&
    matches(record, words);
}
