import { exportPart } from '../../src/shared/api.ts';
import { foreignCursor, parametersOf, readLimit } from '../http/request.ts';
import type { KeyedHash } from '../intake/keyed-hash.ts';
import type { Filter, Place } from '../store/paging.ts';
import { readCursor, writeCursor } from './list.ts';

/** Which part of an export is asked for; undefined means all of it at once. */
export function readExportPart(url: string): { limit: number; cursor?: string } | undefined {
  const { limit, cursor } = parametersOf(url);
  if (limit === undefined && cursor === undefined) return undefined;
  return {
    limit: readLimit(limit, { most: exportPart, usual: exportPart }),
    ...(cursor !== undefined && { cursor }),
  };
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
