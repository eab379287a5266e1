/**
 * A commit of Firestore may have 10 MiB, including the index entries that it removes. Most of those are a
 * lead's search terms. Their size is an estimate here, so only half the limit is used.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
export const bytesPerCommit = 5 * 1024 * 1024;

/** A lead with all its attempts, and the index entries of its other fields. */
const documentBytes = 32 * 1024;

/** The rest of an index entry beside its term and the lead's id: collection, time and overhead. */
const entryBytes = 160;

/** At least what a lead with these search terms takes up in documents and indexes. */
export const estimatedBytes = (id: string, search: unknown): number =>
  (Array.isArray(search) ? search : [])
    .map((term) => entryBytes + Buffer.byteLength(id) + Buffer.byteLength(String(term)))
    .reduce((sum, bytes) => sum + bytes, documentBytes);

/** Makes as few groups as possible, in order. Each is at most `most` in size, or has a single item. */
export function grouped<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
  const groups: T[][] = [];
  let size = Infinity;
  for (const item of items) {
    const own = sizeOf(item);
    size += own;
    if (size <= most) groups.at(-1)?.push(item);
    else {
      groups.push([item]);
      size = own;
    }
  }
  return groups;
}
