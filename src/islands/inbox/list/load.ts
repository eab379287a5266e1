/**
 * Reads a view from the server: its first rows when an admin opens it, and what has changed when the list polls. Keeps
 * no state. Each read also stores the leads in the cache, which updates their rows on the screen.
 */
import { pageLimit } from '../../../shared/api.ts';
import { unlessRefused } from '../../staff/ask.ts';
import { matchesArchive, type Filter } from '../filters/filter.ts';
import type { Lead, LeadCache } from '../leads.ts';

export interface ViewRequest {
  /** Counts the openings of views. A response to an earlier generation adds no rows. */
  generation: number;
  /** Number of loaded rows when the admin asked for more. Undefined if the admin isn't waiting for more. */
  moreThan?: number;
}

/** The server's answer. */
export interface LoadedView {
  ids: readonly string[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
  /** The ETag of the first page. */
  tag: string | undefined;
  /** The generation of the request that this answers. */
  generation: number;
}

interface Reading {
  leads: LeadCache;
  filter: Filter;
  request: ViewRequest;
  signal: AbortSignal;
}

interface Screen {
  shownIds: () => readonly string[];
  /** The lead in the panel, which may be in no row. */
  openedId: () => string | undefined;
}

/** At least one row, because a page may be empty although more pages follow. */
export const hasEnough = ({ ids, next }: LoadedView, { moreThan = 0 }: ViewRequest): boolean =>
  ids.length > moreThan || next === null;

export async function readView(reading: Reading): Promise<LoadedView> {
  const { leads, filter, request, signal } = reading;
  // The first page is short, so that it shows soon.
  const page = await leads.read(filter, { signal });
  if (!page) throw new Error('The server answered "not changed" to a request without a tag.');
  const { next_cursor: next, tag } = page;
  return readEnough({ ids: idsOf(page), next, tag, generation: request.generation }, reading);
}

/** Reads a loaded view again. Without a change, that is one request with an empty response. */
export async function pollView(
  before: LoadedView,
  reading: Reading,
  screen: Screen,
): Promise<LoadedView> {
  const { leads, filter, request, signal } = reading;
  const { generation } = request;
  const page = await leads.read(filter, { tag: before.tag, signal });
  if (!page) return readEnough({ ...before, generation }, reading);
  const { next_cursor: next, tag } = page;
  const first = { ids: idsOf(page), next, tag, generation };
  if (before.generation !== generation) return readEnough(first, reading);
  // An empty page of a list that goes on doesn't say which leads it has. Reading on is expensive, so keep the rows.
  if (first.ids.length === 0 && next !== null) return readEnough({ ...before, tag }, reading);
  const view = await readShownRows(first, reading, screen);
  for (const id of idsToRefresh(before, view, reading, screen))
    // A lead that can't be read must not block the others.
    await leads.refresh(id, signal).catch(unlessRefused);
  return readEnough(view, reading);
}

/** Reads pages until the view has as many rows as the admin asked for. */
async function readEnough(
  view: LoadedView,
  { leads, filter, request, signal }: Reading,
): Promise<LoadedView> {
  let { ids, next } = view;
  while (!hasEnough({ ...view, ids, next }, request)) {
    const page = await leads.read(filter, { cursor: next, limit: pageLimit.most, signal });
    if (!page) break;
    ids = [...new Set([...ids, ...idsOf(page)])];
    next = page.next_cursor;
  }
  return { ...view, ids, next };
}

/** Reads on below the first page, as far as the rows on the screen reach. */
async function readShownRows(
  first: LoadedView,
  { leads, filter, signal }: Reading,
  { shownIds }: Screen,
): Promise<LoadedView> {
  const ids = new Set(first.ids);
  let missing = shownIds().filter((id) => !ids.has(id)).length;
  let { next } = first;
  while (missing > 0 && next !== null) {
    const limit = Math.min(missing, pageLimit.most);
    const page = await leads.read(filter, { cursor: next, limit, signal });
    // Few leads match this filter, so each further one would need many reads.
    if (!page?.submissions.length) break;
    for (const { id } of page.submissions) ids.add(id);
    next = page.next_cursor;
    missing -= page.submissions.length;
  }
  return { ...first, ids: [...ids], next };
}

/** The leads to read one by one: the opened lead, and leads that vanished though newer than the view's oldest row. */
function idsToRefresh(
  before: LoadedView,
  { ids, next }: LoadedView,
  { leads, filter }: Reading,
  { openedId }: Screen,
): Set<string> {
  const timeOf = (id = ''): string => leads.find(id)?.created_at ?? '';
  const oldest = next === null ? '' : timeOf(ids.at(-1));
  const left = before.ids.filter(
    (id) => timeOf(id) > oldest && matchesArchive(filter, leads.find(id)),
  );
  const opened = openedId();
  const toRefresh = new Set(opened === undefined ? left : [...left, opened]);
  for (const id of ids) toRefresh.delete(id);
  return toRefresh;
}

const idsOf = ({ submissions }: { submissions: readonly Lead[] }): string[] =>
  submissions.map(({ id }) => id);
