import * as z from 'zod/mini';
import { pageLimit, searchLimit } from '../../src/shared/api.ts';
import { daysAfter, isDay, startOfDay } from '../../src/shared/company-time.ts';
import { limits, originLimit } from '../../src/shared/fields.ts';
import {
  deliveryStates,
  type SubmissionsChanges,
  type SubmissionsPage,
} from '../../src/shared/submission.ts';
import { forAdmins } from '../auth/admins.ts';
import { json, respond } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { foreignCursor, parametersOf, readLimit, readParameter } from '../http/request.ts';
import { matching, type Filter, type Page, type PageQuery, type Place } from '../store/paging.ts';
import type { Changes, Store } from '../store/port.ts';
import { isDocumentId, toItem } from '../store/record.ts';
import { idIn } from '../store/search.ts';

/**
 * The inbox, a page at a time, newest first. The first page has an ETag. A caller who has this page
 * and sends the tag back learns that nothing changed, or with `since` what did.
 */
export const submissions = forAdmins(async ({ url, headers }, deps) => {
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
    left: records.filter((it) => !isMatch(it)).map(toItem),
    erased: gone,
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

const daySchema = z.string().check(z.refine(isDay, 'A date looks like 2026-11-01.'));

const filterSchema = z.object({
  q: z.optional(z.string().check(z.maxLength(searchLimit, 'That is too much to search for.'))),
  industry: z.optional(
    z.string().check(z.maxLength(limits.industry, 'There is no such industry.')),
  ),
  campaign: z.optional(z.string().check(z.maxLength(originLimit, 'There is no such campaign.'))),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  answered: z.optional(z.literal('no', 'The only choice for answered is no.')),
  archived: z.optional(z.literal('yes', 'The only choice for archived is yes.')),
  delivery: z.optional(
    z.enum(deliveryStates, `The delivery must be one of ${deliveryStates.join(', ')}.`),
  ),
});

/** Forms also send the fields that were left empty. */
const filledIn = (parameters: Record<string, string>) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

export function readFilter(url: string): Filter {
  const asked = readParameter(filterSchema, filledIn(parametersOf(url)));
  const { q, industry, campaign, delivery, answered, archived, from, to } = asked;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal(400, 'The first day comes after the last one.');
  }
  return {
    q,
    industry,
    campaign,
    delivery,
    waiting: answered === 'no' || undefined,
    archived: archived === 'yes' || undefined,
    from: from && startOfDay(from).toISOString(),
    // Both days are included.
    to: to && startOfDay(daysAfter(to, 1)).toISOString(),
  };
}

function readPage(url: string): { limit: number; after: Place | undefined } {
  const { limit, cursor } = parametersOf(url);
  return { limit: readLimit(limit), after: cursor === undefined ? undefined : readCursor(cursor) };
}

// A lead that was imported may have any id that can be stored.
const placeSchema = z.tuple([z.iso.datetime(), z.string().check(z.refine(isDocumentId))]);

export const writeCursor = ({ created_at, id }: Place): string =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url');

export function readCursor(cursor: string): Place {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const [created_at, id] = placeSchema.parse(JSON.parse(text));
    return { created_at, id };
  } catch {
    throw foreignCursor();
  }
}

/** A page of the list. A search for an id reads that lead alone: the index of words has no ids. */
export async function findPage(store: Store, query: PageQuery): Promise<Page> {
  const id = idIn(query.filter.q);
  if (id === undefined) return store.page(query);
  const record = await store.get(id);
  const isFound = record !== undefined && matching(query.filter)(record);
  return { records: isFound ? [record] : [], next: undefined };
}
