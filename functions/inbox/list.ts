import * as z from 'zod/mini';
import { daysAfter, startOfDay } from '../../src/shared/company-time.ts';
import { filterParameters, wholeId } from '../../src/shared/lead-filter.ts';
import type { SubmissionsPage } from '../../src/shared/submission.ts';
import { noteReading } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json, respond } from '../http/answer.ts';
import { readPart, writeCursor } from '../http/cursor.ts';
import { Refusal, parametersOf, readJson, readParameter } from '../http/request.ts';
import type { Filter, Page, PageQuery } from '../store/paging.ts';
import type { Store } from '../store/port.ts';
import { toItem } from '../store/record.ts';

/** Newest first. With a current ETag, the answer is 304, or 204 for a search, which is a POST. */
export const submissions = forAdmins(async (request, deps, admin) => {
  const { q, seen } = await readSearch(request);
  const query = { filter: readFilter(request.url, q, deps.now()), ...readPart(request.url) };
  const store = await deps.store();
  const readPage = async () => {
    const { records, next } = await findPage(store, query);
    await noteReading(records, admin, deps);
    // Read in the order of the calls, but shown in the order of all leads.
    const shown =
      query.filter.call_back === 'due'
        ? records.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
        : records;
    return { submissions: shown.map(toItem), next_cursor: next ? writeCursor(next) : null };
  };
  if (query.after) return json(200, await readPage());
  const now = deps.now().toISOString();
  // Read before the page: after a change in between, the next look must get another answer.
  const change = await store.lastChange();
  if (isCurrent(seen, change, now)) return respond(204, null, { etag: seen });
  const tag = request.headers.get('if-none-match')?.replace(/^W\//, '');
  if (isCurrent(tag, change, now)) return respond(304, null, { etag: tag });
  const [page, counts, calls] = await Promise.all([
    readPage(),
    store.counts(),
    readCalls(store, now),
  ]);
  const answer: SubmissionsPage = { ...page, ...counts, due: calls.due };
  return json(200, answer, { etag: tagOf(change, calls.next) });
});

async function readCalls(store: Store, now: string) {
  const first = await store.nextCall('');
  if (first === undefined || first > now) return { due: 0, next: first };
  const [{ count }, next] = await Promise.all([store.dueCalls(now, 1), store.nextCall(now)]);
  return { due: count, next };
}

/** The newest change, and the time of the next call, which changes the answer. Encoded for any character. */
const tagOf = (change: string, nextCall = ''): string =>
  `"${Buffer.from(`${nextCall} ${change}`).toString('base64url')}"`;

function isCurrent(tag: string | undefined, change: string, now: string): tag is string {
  const [nextCall = ''] = Buffer.from(tag ?? '', 'base64url')
    .toString()
    .split(' ');
  return tag === tagOf(change, nextCall) && (nextCall === '' || nextCall > now);
}

const searchSchema = z.object(
  {
    q: filterParameters.q,
    /** ETag of an earlier response. In the body: If-None-Match on a POST means: fail with 412 if the tag matches. */
    seen: z.optional(z.string('Please send the ETag as seen.')),
  },
  'Please send what to search for as q.',
);

/** A search is a POST: it may be a person's name, and hosts log the URL of each request. */
export const readSearch = async (request: Request): Promise<z.infer<typeof searchSchema>> =>
  request.method === 'POST' ? readParameter(searchSchema, await readJson(request)) : { q: '' };

const filterSchema = z.partial(z.object(filterParameters));

/** Forms also send empty fields. */
const filledIn = (parameters: Record<string, string>) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

export function readFilter(url: string, q: string, now: Date): Filter {
  const parameters = filledIn(parametersOf(url));
  if ('q' in parameters) throw new Refusal(400, 'Please post a search: hosts log addresses.');
  const filter = readParameter(filterSchema, filledIn({ ...parameters, q }));
  const { from, to } = filter;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal(400, 'The first day comes after the last one.');
  }
  return {
    ...filter,
    due_by: filter.call_back === 'due' ? now.toISOString() : undefined,
    from: from && startOfDay(from).toISOString(),
    to: to && startOfDay(daysAfter(to, 1)).toISOString(),
  };
}

/** A search for an id, which the receiver of the webhook has, reads only that lead. */
export async function findPage(store: Store, query: PageQuery): Promise<Page> {
  const id = (query.filter.q ?? '').trim().toLowerCase();
  if (!wholeId.test(id)) return store.page(query);
  const record = await store.get(id);
  return { records: record ? [record] : [], next: undefined };
}
