import { exportPart, nextCursorHeader, pageLimit } from '../../src/shared/api.ts';
import { clickIds, type Attribution } from '../../src/shared/attribution.ts';
import { dayAt } from '../../src/shared/company-time.ts';
import { csvLine } from '../../src/shared/csv.ts';
import { fields } from '../../src/shared/fields.ts';
import type { Note } from '../../src/shared/follow-up-schema.ts';
import { isKnownIndustry } from '../../src/shared/pricing.ts';
import type { SubmissionItem } from '../../src/shared/submission.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { readPart, writeCursor } from '../http/cursor.ts';
import { findPage, readFilter, readSearch } from './list.ts';
import { respond } from '../http/answer.ts';
import { parametersOf } from '../http/request.ts';
import { toItem } from '../store/record.ts';
import { isSearch } from '../store/search.ts';
import type { Filter, PageQuery } from '../store/paging.ts';
import type { Store } from '../store/port.ts';

/**
 * Exports the leads that match the filter as a spreadsheet: all of them, or a part with so many rows, which names the
 * next one. The audit log gets an entry for each call.
 */
export const submissionsCsv = forAdmins(async (request, deps, admin) => {
  const { q } = await readSearch(request);
  const filter = readFilter(request.url, q, deps.now());
  const query = { filter, ...readPart(request.url, exportPart) };
  const isPart = 'limit' in parametersOf(request.url);
  const store = await deps.store();
  const { rows, next } = await readRows(store, query);
  await appendAction({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  const today = dayAt(deps.now().getTime());
  const first = (query.after ? '' : csvHead) + rows;
  return respond(200, isPart ? first : streamOf(store, query, { rows: first, next }), {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="submissions-${today}.csv"`,
    ...(isPart && next && { [nextCursorHeader]: writeCursor(next) }),
  });
});

/** All parts in one answer. If the store fails on the way, it breaks off, so that nobody takes it for whole. */
function streamOf(
  store: Store,
  query: PageQuery,
  first: Awaited<ReturnType<typeof readRows>>,
): ReadableStream<Uint8Array> {
  let part = first;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(Buffer.from(part.rows));
      if (part.next) part = await readRows(store, { ...query, after: part.next });
      else controller.close();
    },
  });
}

/** Reads as many pages as the rows of a part would fill. A page may be short, and still have a next one. */
async function readRows(store: Store, { filter, limit, after }: PageQuery) {
  let rows = '';
  let next = after;
  for (let left = limit; left > 0; left -= pageLimit.most) {
    const most = Math.min(left, pageLimit.most);
    const page = await findPage(store, { filter, limit: most, after: next });
    rows += page.records.map((it) => csvRow(toItem(it))).join('');
    next = page.next;
    if (!next) break;
  }
  return { rows, next };
}

/**
 * The filter in the words of the audit log, which keeps them forever. It leaves out what somebody typed,
 * which may be a name: the search, and an industry that isn't ours.
 */
const auditedFilter = (filter: Filter) => ({
  searched: isSearch(filter.q),
  industry: filter.industry === undefined ? null : auditedIndustry(filter.industry),
  delivery: filter.delivery ?? null,
  ...(filter.campaign !== undefined && { campaign: true }),
  ...(filter.answered && { waiting: true }),
  ...(filter.call_back && { call_back: true }),
  ...(filter.outcome && { outcome: filter.outcome }),
  ...(filter.archived && { archived: true }),
  ...(filter.from && { from: dayAt(Date.parse(filter.from)) }),
  ...(filter.to && { to: dayAt(Date.parse(filter.to) - 1) }),
});

const auditedIndustry = (industry: string) => (isKnownIndustry(industry) ? industry : 'another');

interface Column {
  name: string;
  read: (item: SubmissionItem) => string;
  /** The day it was added, like 2026-12-01. The first columns have none. */
  added?: string | undefined;
}

const ofFields = fields.map(({ name, added }): Column => ({
  name,
  read: (it) => String(it[name] ?? ''),
  added,
}));

const ofOrigin = (...names: (keyof Attribution)[]): Column[] =>
  names.map((name) => ({ name, read: (it) => String(it.attribution?.[name] ?? '') }));

/** With its name, since each network has its own: `gclid:EAIaIQob`. */
function clickId({ attribution }: SubmissionItem): string {
  const name = clickIds.find((it) => attribution?.[it] !== undefined);
  return name ? `${name}:${String(attribution?.[name])}` : '';
}

/** What admins noted about a lead. The newest note comes first. */
const ofFollowUp = (
  [
    ['outcome', ({ outcome }) => outcome?.state ?? ''],
    ['amount', ({ outcome }) => (outcome?.state === 'won' ? String(outcome.amount ?? '') : '')],
    ['reason', ({ outcome }) => (outcome && 'reason' in outcome ? outcome.reason : '')],
    ['reason_words', ({ outcome }) => (outcome?.state === 'lost' ? (outcome.words ?? '') : '')],
    ['outcome_at', ({ outcome }) => outcome?.at ?? ''],
    ['outcome_by', ({ outcome }) => outcome?.by ?? ''],
    ['call_back_at', ({ call_back }) => call_back?.at ?? ''],
    ['notes', ({ notes = [] }) => notes.map(noteText).join('\n')],
  ] satisfies [string, Column['read']][]
).map(([name, read]): Column => ({ name, read, added: '2026-11-24' }));

const noteText = ({ at, by, text }: Note): string => `${at} ${by}: ${text}`;

const allColumns: Column[] = [
  { name: 'id', read: (it) => it.id },
  { name: 'created_at', read: (it) => it.created_at },
  ...ofFields,
  { name: 'source', read: (it) => it.source },
  { name: 'delivery', read: (it) => it.delivery.state },
  { name: 'answered_at', read: (it) => it.answered?.at ?? '' },
  ...ofOrigin('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'),
  { name: 'click_id', read: clickId },
  ...ofOrigin('landing_path', 'referrer', 'quoted_industry', 'quoted_price'),
  { name: 'phone_e164', read: (it) => it.phone_e164 ?? '' },
  ...ofFollowUp,
  { name: 'no_contact', read: (it) => String(Boolean(it.opted_out)), added: '2026-11-27' },
];

/** Spreadsheets and scripts rely on the places of columns, so later ones come last. */
const columns = allColumns.toSorted(({ added: a = '' }, { added: b = '' }) => a.localeCompare(b));

export const csvHead = csvLine(columns.map(({ name }) => name));

export const csvRow = (item: SubmissionItem): string =>
  csvLine(columns.map(({ read }) => read(item)));
