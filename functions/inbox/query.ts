import * as z from 'zod/mini';
import { exportPart, pageLimit } from '../../src/shared/api.ts';
import { daysAfter, isDay, startOfDay } from '../../src/shared/company-time.ts';
import { limits } from '../../src/shared/fields.ts';
import { deliveryStates } from '../../src/shared/submission.ts';
import { Refusal } from '../http/refusal.ts';
import type { Filter, Place } from '../store/port.ts';
import type { KeyedHash } from '../intake/keyed-hash.ts';

const searchLimit = 300;

const daySchema = z.string().check(z.refine(isDay, 'A date looks like 2026-11-01.'));

const filterSchema = z.object({
  q: z.optional(z.string().check(z.maxLength(searchLimit, 'That is too much to search for.'))),
  industry: z.optional(
    z.string().check(z.maxLength(limits.industry, 'There is no such industry.')),
  ),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  delivery: z.optional(
    z.enum(deliveryStates, `The delivery must be one of ${deliveryStates.join(', ')}.`),
  ),
});

const limitSchema = (most: number) => {
  const about = `The limit must be a whole number from ${pageLimit.least} to ${most}.`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, about)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(pageLimit.least, about), z.lte(most, about)),
    ),
  );
};

/** If a name appears twice, its last value counts. */
export const parametersOf = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);

/** Forms also send the fields that were left empty. */
const filledIn = (parameters: Record<string, string>) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

export function readFilter(url: string): Filter {
  const asked = parse(filterSchema, filledIn(parametersOf(url)));
  const { q, industry, delivery, from, to } = asked;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal(400, 'The first day comes after the last one.');
  }
  return {
    q,
    industry,
    delivery,
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
  const most = limit === undefined ? exportPart : parse(limitSchema(exportPart), limit);
  return { limit: most, ...(cursor !== undefined && { cursor }) };
}

export const readLimit = (limit: string | undefined): number =>
  limit === undefined ? pageLimit.usual : parse(limitSchema(pageLimit.most), limit);

function parse<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(400, parsed.error.issues[0]?.message ?? 'This address is not valid.');
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

/** A cursor that was cut short or made up: the list has to be read from its start again. */
export const foreignCursor = () =>
  new Refusal(400, 'This cursor is not valid. Please start from the first page.');

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
