import type { SubmissionsChanges, SubmissionsPage } from '../../src/shared/submission.ts';
import { pageLimit } from '../../src/shared/api.ts';
import { forAdmins } from '../auth/admins.ts';
import { json, respond } from '../http/answer.ts';
import { matching } from '../store/paging.ts';
import type { Changes, Filter, PageQuery, Store } from '../store/port.ts';
import { toItem } from '../store/record.ts';
import { parametersOf } from '../http/request.ts';
import { findPage, readFilter, readPage, writeCursor } from './query.ts';

/**
 * The inbox, a page at a time, newest first. The first page has an ETag. A caller who has this page
 * and sends the tag back learns that nothing changed, or with `since` what did.
 */
export const submissions = forAdmins(['GET'], async ({ url, headers }, deps) => {
  const query = { filter: readFilter(url), ...readPage(url) };
  const store = await deps.store();
  if (query.after) return json(200, await pageOf(store, query));
  const { since } = parametersOf(url);
  const seen = since ?? tagIn(headers.get('if-none-match'));
  if (seen !== undefined) {
    const changes = await store.changesAfter(placeIn(seen), since === undefined ? 1 : mostChanges);
    if (changes && isEmpty(changes)) return respond(304, null, tagged(changes.place));
    if (changes && since !== undefined) {
      return json(200, await changesIn(store, query.filter, changes), tagged(changes.place));
    }
  }
  // Read before the page: what changes in between is reported again, and nothing is missed.
  const place = await store.lastChange();
  const [page, counts] = await Promise.all([pageOf(store, query), store.counts()]);
  return json(200, { ...page, ...counts } satisfies SubmissionsPage, tagged(place));
});

/** With more changes than this, the page itself costs less. */
const mostChanges = pageLimit.usual;

async function pageOf(store: Store, query: PageQuery): Promise<SubmissionsPage> {
  const { records, next } = await findPage(store, query);
  return { submissions: records.map(toItem), next_cursor: next ? writeCursor(next) : null };
}

async function changesIn(
  store: Store,
  filter: Filter,
  { records, gone }: Changes,
): Promise<SubmissionsChanges> {
  const isMatch = matching(filter);
  return {
    changed: records.filter(isMatch).map(toItem),
    gone: [...gone, ...records.filter((it) => !isMatch(it)).map(({ id }) => id)],
    ...(await store.counts()),
  };
}

const isEmpty = ({ records, gone }: Changes): boolean => records.length + gone.length === 0;

/** A tag may hold no blank, and an id may hold anything. */
const tagged = (place: string) => ({ etag: `"${Buffer.from(place).toString('base64url')}"` });

const placeIn = (tag: string): string => Buffer.from(tag, 'base64url').toString();

/** A server in between may have marked the tag as weak. */
const tagIn = (header: string | null): string | undefined =>
  /^(?:W\/)?"([\w-]*)"$/.exec(header ?? '')?.[1];
