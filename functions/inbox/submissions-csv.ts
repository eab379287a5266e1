import { exportPart, nextCursorHeader, pageLimit } from '../../src/shared/api.ts';
import { dayAt } from '../../src/shared/company-time.ts';
import { otherIndustry, pricedSlugs } from '../../src/shared/pricing.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { csvHead, csvRow } from './csv-format.ts';
import { findPage, readCursor, readFilter, writeCursor } from './list.ts';
import { respond } from '../http/answer.ts';
import { foreignCursor, parametersOf, readLimit } from '../http/request.ts';
import type { KeyedHash } from '../intake/keyed-hash.ts';
import { toItem } from '../store/record.ts';
import { isSearch } from '../store/search.ts';
import type { Filter, Place } from '../store/paging.ts';
import type { Store } from '../store/port.ts';

/**
 * Exports the leads that match the filter as a spreadsheet, all at once or in parts. The audit log gets an
 * entry for the first part. The later parts need a cursor of the same export.
 */
export const submissionsCsv = forAdmins(async ({ url }, deps, admin) => {
  const filter = readFilter(url);
  const { limit, cursor } = parametersOf(url);
  const isPart = limit !== undefined || cursor !== undefined;
  const most = isPart ? readLimit(limit, { most: exportPart, usual: exportPart }) : Infinity;
  const owner = { uid: admin.uid, filter, keyedHash: deps.keyedHash };
  const after = cursor === undefined ? undefined : await readExportCursor(cursor, owner);
  const { rows, next } = await readRows(await deps.store(), { filter, limit: most, after });
  if (!after) {
    await appendAction({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  }
  return respond(200, (after ? '' : csvHead) + rows, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="submissions-${dateOf(deps.now())}.csv"`,
    ...(next && { [nextCursorHeader]: await writeExportCursor(next, owner) }),
  });
});

const dateOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The export that a cursor belongs to. */
interface Export {
  uid: string;
  filter: Filter;
  keyedHash: KeyedHash;
}

/**
 * A cursor with a seal. The audit log has only the first part of an export, so nobody may make up a
 * cursor to start at the second part, or continue with another filter.
 */
async function writeExportCursor(place: Place, of: Export): Promise<string> {
  const cursor = writeCursor(place);
  return `${cursor}.${await sealOf(cursor, of)}`;
}

async function readExportCursor(sealed: string, of: Export): Promise<Place> {
  const [cursor = '', seal] = sealed.split('.');
  if (seal !== (await sealOf(cursor, of))) throw foreignCursor();
  return readCursor(cursor);
}

const sealOf = (cursor: string, { uid, filter, keyedHash }: Export): Promise<string> =>
  keyedHash(JSON.stringify(['export', uid, filter, cursor]));

/** Reads pages until it has `limit` rows, or has read as many pages as `limit` rows would fill. */
async function readRows(
  store: Store,
  { filter, limit, after }: { filter: Filter; limit: number; after: Place | undefined },
): Promise<{ rows: string; next: Place | undefined }> {
  let rows = '';
  let missing = limit;
  let next = after;
  for (let pages = Math.ceil(limit / pageLimit.most); pages > 0; pages -= 1) {
    const page = await findPage(store, {
      filter,
      limit: Math.min(pageLimit.most, missing),
      after: next,
    });
    rows += page.records.map((it) => csvRow(toItem(it))).join('');
    missing -= page.records.length;
    next = page.next;
    if (!next || missing === 0) break;
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
  archived,
  from,
  to,
}: Filter) => ({
  searched: isSearch(q),
  industry: industry === undefined ? null : auditedIndustry(industry),
  delivery: delivery ?? null,
  ...(campaign !== undefined && { campaign: true }),
  ...(waiting && { waiting }),
  ...(archived && { archived }),
  ...(from && { from: dayAt(Date.parse(from)) }),
  ...(to && { to: dayAt(Date.parse(to) - 1) }),
});

const ours: readonly string[] = [...pricedSlugs, otherIndustry.value];
const auditedIndustry = (industry: string) => (ours.includes(industry) ? industry : 'another');
