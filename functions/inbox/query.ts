import * as z from 'zod/mini';
import { exportPart } from '../../src/shared/api.ts';
import { daysAfter, isDay, startOfDay } from '../../src/shared/company-time.ts';
import { limits } from '../../src/shared/fields.ts';
import { deliveryStates } from '../../src/shared/submission.ts';
import { Refusal } from '../http/refusal.ts';
import { foreignCursor, parametersOf, readLimit, readParameter } from '../http/request.ts';
import { matching } from '../store/paging.ts';
import type { Filter, Page, PageQuery, Place, Store } from '../store/port.ts';
import { idIn } from '../store/search.ts';
import type { KeyedHash } from '../intake/keyed-hash.ts';

const searchLimit = 300;

const daySchema = z.string().check(z.refine(isDay, 'A date looks like 2026-11-01.'));

const filterSchema = z.object({
  q: z.optional(z.string().check(z.maxLength(searchLimit, 'That is too much to search for.'))),
  industry: z.optional(
    z.string().check(z.maxLength(limits.industry, 'There is no such industry.')),
  ),
  campaign: z.optional(z.string().check(z.maxLength(200, 'There is no such campaign.'))),
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

export function readPage(url: string): { limit: number; after: Place | undefined } {
  const { limit, cursor } = parametersOf(url);
  return { limit: readLimit(limit), after: cursor === undefined ? undefined : readCursor(cursor) };
}

/** Which part of an export is asked for; undefined means all of it at once. */
export function readExportPart(url: string): { limit: number; cursor?: string } | undefined {
  const { limit, cursor } = parametersOf(url);
  if (limit === undefined && cursor === undefined) return undefined;
  return {
    limit: readLimit(limit, { most: exportPart, usual: exportPart }),
    ...(cursor !== undefined && { cursor }),
  };
}

const placeSchema = z.tuple([z.iso.datetime(), z.string().check(z.regex(/^[\w-]{1,100}$/))]);

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
export async function writeExportCursor(place: Place, of: Export): Promise<string> {
  const cursor = writeCursor(place);
  return `${cursor}.${await sealOf(cursor, of)}`;
}

export async function readExportCursor(sealed: string, of: Export): Promise<Place> {
  const [cursor = '', seal] = sealed.split('.');
  if (seal !== (await sealOf(cursor, of))) throw foreignCursor();
  return readCursor(cursor);
}

const sealOf = (cursor: string, { uid, filter, keyedHash }: Export): Promise<string> =>
  keyedHash(JSON.stringify(['export', uid, filter, cursor]));

/** A page of the list. A search for an id reads that lead alone: the index of words has no ids. */
export async function findPage(store: Store, query: PageQuery): Promise<Page> {
  const id = idIn(query.filter.q);
  if (id === undefined) return store.page(query);
  const record = await store.get(id);
  const isFound = record !== undefined && matching(query.filter)(record);
  return { records: isFound ? [record] : [], next: undefined };
}
