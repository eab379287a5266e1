/**
 * Firestore takes 10 MiB a commit, and counts the entries of indexes that go: of a lead, those of its
 * search terms above all. Half of it leaves room for what is only estimated here.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
export const bytesPerCommit = 5 * 1024 * 1024;

/** A lead with all its attempts, and the entries of its other fields. */
const ofTheRest = 32 * 1024;

/** What an entry has beside its term and its lead's id: the collection, the time and its own overhead. */
const ofEntry = 160;

/** No less than a lead with these search terms takes up in documents and indexes. */
export const estimatedBytes = (id: string, search: unknown): number =>
  (Array.isArray(search) ? search : [])
    .map((term) => ofEntry + Buffer.byteLength(id) + Buffer.byteLength(String(term)))
    .reduce((sum, bytes) => sum + bytes, ofTheRest);

/** In their order, as few groups as there can be: each no bigger than `most`, or a single one. */
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
