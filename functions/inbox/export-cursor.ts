import type { KeyedHash } from '../intake/keyed-hash.ts';
import { foreignCursor, readCursor, writeCursor } from './query.ts';
import type { Filter, Place } from '../store/port.ts';

/** Whose export it is, and of what. */
interface Owner {
  uid: string;
  filter: Filter;
  keyedHash: KeyedHash;
}

/**
 * A cursor with a seal. Only the first part of an export is logged, so nobody may make up a cursor
 * to begin at the second, nor go on with another filter.
 */
export async function writeExportCursor(place: Place, owner: Owner): Promise<string> {
  const cursor = writeCursor(place);
  return `${cursor}.${await sealOf(cursor, owner)}`;
}

export async function readExportCursor(sealed: string, owner: Owner): Promise<Place> {
  const [cursor = '', seal] = sealed.split('.');
  if (seal !== (await sealOf(cursor, owner))) throw foreignCursor();
  return readCursor(cursor);
}

const sealOf = (cursor: string, { uid, filter, keyedHash }: Owner): Promise<string> =>
  keyedHash(JSON.stringify(['export', uid, filter, cursor]));
