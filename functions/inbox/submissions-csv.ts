import { AsyncLocalStorage } from 'node:async_hooks';
import { ReadableStream } from 'node:stream/web';
import { exportPart, nextCursorHeader, pageLimit } from '../../src/shared/api.ts';
import { dayAt } from '../../src/shared/company-time.ts';
import { otherIndustry, pricedSlugs } from '../../src/shared/pricing.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { csvHead, csvRow } from './csv-format.ts';
import type { Deps, User } from '../deps.ts';
import { findPage, readCursor, readFilter, writeCursor } from './list.ts';
import { fault, type Log } from '../log/log.ts';
import { respond } from '../http/answer.ts';
import { foreignCursor, parametersOf, readLimit } from '../http/request.ts';
import type { KeyedHash } from '../intake/keyed-hash.ts';
import { toItem } from '../store/record.ts';
import { isSearch } from '../store/search.ts';
import type { Filter, Page, Place } from '../store/paging.ts';
import type { Store } from '../store/port.ts';

/** Exports the leads that match the filter as a spreadsheet, all at once or in parts. */
export const submissionsCsv = forAdmins(async ({ url }, deps, admin) => {
  const filter = readFilter(url);
  const part = readExportPart(url);
  return part ? answerPart(filter, part, deps, admin) : answerAll(filter, deps, admin);
});

/** Streams the rows, with one page in memory at a time. */
async function answerAll(filter: Filter, deps: Deps, admin: User): Promise<Response> {
  const lines = csvOf(await deps.store(), filter);
  // The first page is read before the status is sent, so that a failure can still be a 503.
  const first = await lines.next();
  await appendAction({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  const text = ReadableStream.from(following(first, lines, deps.log)) as globalThis.ReadableStream;
  return respond(200, text, headersAt(deps.now()));
}

/** The audit log gets an entry for the first part. The later parts need a cursor of the same export. */
async function answerPart(
  filter: Filter,
  { limit, cursor }: { limit: number; cursor?: string },
  deps: Deps,
  admin: User,
): Promise<Response> {
  const owner = { uid: admin.uid, filter, keyedHash: deps.keyedHash };
  const after = cursor === undefined ? undefined : await readExportCursor(cursor, owner);
  const { records, next } = await readRows(await deps.store(), { filter, limit, after });
  if (!after) {
    await appendAction({ action: 'exported', filter: auditedFilter(filter) }, actorOf(admin), deps);
  }
  return respond(200, (after ? '' : csvHead) + rowsOf(records), {
    ...headersAt(deps.now()),
    ...(next && { [nextCursorHeader]: await writeExportCursor(next, owner) }),
  });
}

/** Which part of an is asked for; undefined means all of it at once. */
function readExportPart(url: string): { limit: number; cursor?: string } | undefined {
  const { limit, cursor } = parametersOf(url);
  if (limit === undefined && cursor === undefined) return undefined;
  return {
    limit: readLimit(limit, { most: exportPart, usual: exportPart }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** The that a cursor belongs to. */
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
): Promise<Page> {
  const records: Page['records'] = [];
  let next = after;
  for (let pages = Math.ceil(limit / pageLimit.most); pages > 0; pages -= 1) {
    const most = Math.min(pageLimit.most, limit - records.length);
    const page = await findPage(store, { filter, limit: most, after: next });
    records.push(...page.records);
    next = page.next;
    if (!next) break;
  }
  return { records, next };
}

const headersAt = (now: Date) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': `attachment; filename="submissions-${now.toISOString().slice(0, 10)}.csv"`,
});

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

const rowsOf = (records: Page['records']): string =>
  records.map((it) => csvRow(toItem(it))).join('');

async function* csvOf(store: Store, filter: Filter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // Most pages are read after the call has ended. Their log lines still belong to this call.
  const inThisCall = AsyncLocalStorage.snapshot();
  let after: Place | undefined;
  let head = csvHead;
  do {
    const query = { filter, limit: pageLimit.most, after };
    const page = await inThisCall(() => findPage(store, query));
    yield encoder.encode(head + rowsOf(page.records));
    head = '';
    after = page.next;
  } while (after);
}

/** Yields what was read already, then the rest. */
async function* following<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncGenerator<T>,
  log: Log,
): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  try {
    yield* rest;
  } catch (error) {
    // The status was sent, so the only thing left is to break off and to log why.
    log(fault('export-broken-off', error));
    throw error;
  }
}
