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

/** With `limit`, answers with a part, which names the next one. Each call gets an audit entry. */
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

/** All parts in one response. If the store fails, the stream breaks off, because a cut file must not look complete. */
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

/** Reads as many pages as the rows of a part would fill. A page may be short and still have a next one. */
async function readRows(store: Store, { filter, limit, after }: PageQuery) {
  let rows = '';
  let next = after;
  for (let left = limit; left > 0; left -= pageLimit.most) {
    const most = Math.min(left, pageLimit.most);
    const page = await findPage(store, { filter, limit: most, after: next });
    rows += page.records.map((record) => csvRow(toItem(record))).join('');
    next = page.next;
    if (!next) break;
  }
  return { rows, next };
}

/** The audit log keeps this forever, so it has no typed text, which may be a name: searches, unknown industries. */
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
  /** The day on which the column was added, like 2026-12-01. The first columns have none. */
  added?: string | undefined;
}

const ofFields = fields.map(({ name, added }): Column => ({
  name,
  read: (item) => String(item[name] ?? ''),
  added,
}));

const ofOrigin = (...names: (keyof Attribution)[]): Column[] =>
  names.map((name) => ({ name, read: (item) => String(item.attribution?.[name] ?? '') }));

/** With the name of the parameter, because each network has its own: `gclid:EAIaIQob`. */
function clickId({ attribution }: SubmissionItem): string {
  const name = clickIds.find((parameter) => attribution?.[parameter] !== undefined);
  return name ? `${name}:${String(attribution?.[name])}` : '';
}

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
  { name: 'id', read: (item) => item.id },
  { name: 'created_at', read: (item) => item.created_at },
  ...ofFields,
  { name: 'source', read: (item) => item.source },
  { name: 'delivery', read: (item) => item.delivery.state },
  { name: 'answered_at', read: (item) => item.answered?.at ?? '' },
  ...ofOrigin('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'),
  { name: 'click_id', read: clickId },
  ...ofOrigin('landing_path', 'referrer', 'quoted_industry', 'quoted_price'),
  { name: 'phone_e164', read: (item) => item.phone_e164 ?? '' },
  ...ofFollowUp,
  { name: 'no_contact', read: (item) => String(Boolean(item.opted_out)), added: '2026-11-27' },
];

/** Spreadsheets and scripts rely on the positions of columns, so newer columns come last. */
const columns = allColumns.toSorted(({ added: a = '' }, { added: b = '' }) => a.localeCompare(b));

export const csvHead = csvLine(columns.map(({ name }) => name));

export const csvRow = (item: SubmissionItem): string =>
  csvLine(columns.map(({ read }) => read(item)));
