import { nextCursorHeader, pageLimit } from '../../src/shared/api.ts';
import { dayAt } from '../../src/shared/company-time.ts';
import { isKnownIndustry } from '../../src/shared/pricing.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { csvHead, csvRow } from './csv-format.ts';
import { findPage, readCursor, readFilter, readSearch, writeCursor } from './list.ts';
import { respond } from '../http/answer.ts';
import { parametersOf } from '../http/request.ts';
import { toItem } from '../store/record.ts';
import { isSearch } from '../store/search.ts';
import type { Filter, Place } from '../store/paging.ts';
import type { Store } from '../store/port.ts';

/** How many rows one part of an export may have. A function can read and send as many in time. */
export const exportPart = 2000;

/**
 * Exports the leads that match the filter as a spreadsheet, part by part: each answer names the next one. The
 * audit log gets an entry for each.
 */
export const submissionsCsv = forAdmins(async (request, deps, admin) => {
  const { q } = await readSearch(request);
  const filter = readFilter(request.url, q);
  const { cursor } = parametersOf(request.url);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { rows, next } = await readRows(await deps.store(), filter, after);
  await appendAction({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  return respond(200, (after ? '' : csvHead) + rows, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="submissions-${dateOf(deps.now())}.csv"`,
    ...(next && { [nextCursorHeader]: writeCursor(next) }),
  });
});

const dateOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Reads as many pages as the rows of a part would fill. A page may be short, and still have a next one. */
async function readRows(store: Store, filter: Filter, after: Place | undefined) {
  let rows = '';
  let next = after;
  for (let pages = exportPart / pageLimit.most; pages > 0; pages -= 1) {
    const page = await findPage(store, { filter, limit: pageLimit.most, after: next });
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
const auditedFilter = ({
  q,
  industry,
  campaign,
  delivery,
  waiting,
  callBack,
  outcome,
  archived,
  from,
  to,
}: Filter) => ({
  searched: isSearch(q),
  industry: industry === undefined ? null : auditedIndustry(industry),
  delivery: delivery ?? null,
  ...(campaign !== undefined && { campaign: true }),
  ...(waiting && { waiting }),
  ...(callBack && { call_back: true }),
  ...(outcome && { outcome }),
  ...(archived && { archived }),
  ...(from && { from: dayAt(Date.parse(from)) }),
  ...(to && { to: dayAt(Date.parse(to) - 1) }),
});

const auditedIndustry = (industry: string) => (isKnownIndustry(industry) ? industry : 'another');
