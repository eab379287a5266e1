import { canonical, emptyHead, isObject, type AuditHead } from './audit.ts';
import { sha256 } from './sha256.ts';

/** The first place where the record is not as it was written. */
export interface Misfit {
  /** Of the entry that doesn't fit. */
  number: number;
  why:
    /** Its contents are not those that its hash was made of. */
    | 'altered'
    /** Another stands in its place, or none. */
    | 'missing'
    /** It is whole, but doesn't follow the one before: one of the two was replaced. */
    | 'unlinked'
    /** It is whole and follows, but the record's head is of another. */
    | 'not the head'
    /** It stands behind the record's head. */
    | 'behind the head';
}

/** Checks all entries, oldest first, as they are stored: even a field more than there was shows. */
export async function firstMisfit(
  entries: readonly unknown[],
  head: AuditHead,
): Promise<Misfit | undefined> {
  let last = emptyHead;
  for (const entry of entries) {
    const number = last.count + 1;
    if (number > head.count) return { number, why: 'behind the head' };
    const { hash, ...body } = isObject(entry) ? entry : {};
    if (body['number'] !== number) return { number, why: 'missing' };
    if (hash !== (await sha256(canonical(body)))) return { number, why: 'altered' };
    if (body['previous'] !== last.hash) return { number, why: 'unlinked' };
    last = { count: number, hash };
  }
  if (last.count < head.count) return { number: last.count + 1, why: 'missing' };
  return last.hash === head.hash ? undefined : { number: last.count, why: 'not the head' };
}
