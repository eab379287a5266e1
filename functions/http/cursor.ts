import * as z from 'zod/mini';
import type { pageLimit } from '../../src/shared/api.ts';
import { jsonIn } from '../../src/shared/json.ts';
import type { Place } from '../store/paging.ts';
import { isDocumentId } from '../store/record.ts';
import { parametersOf, readLimit, Refusal } from './request.ts';

interface Part {
  limit: number;
  after: Place | undefined;
}

export function readPart(url: string, limits?: typeof pageLimit): Part {
  const { limit, cursor: text } = parametersOf(url);
  return { limit: readLimit(limit, limits), after: text === undefined ? text : readCursor(text) };
}

// An imported lead may have any id that the stores accept.
const placeSchema = z.tuple([z.iso.datetime(), z.string().check(z.refine(isDocumentId))]);

export const writeCursor = ({ time, id }: Place): string =>
  Buffer.from(JSON.stringify([time, id])).toString('base64url');

export function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const { data } = placeSchema.safeParse(jsonIn(text));
  if (!data) throw new Refusal(400, foreignCursor);
  return { time: data[0], id: data[1] };
}

const foreignCursor = 'This cursor is not valid. Please start from the first page.';
