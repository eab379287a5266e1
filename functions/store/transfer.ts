import * as z from 'zod/mini';
import { canonical, isObject } from '../../src/shared/audit.ts';
import {
  recordSchema,
  tombstoneSchema,
  type SubmissionRecord,
  type Tombstone,
  wellFormed,
} from './record.ts';

/** What a store needs so that all that is in it can be taken to another. */
export interface Transfer {
  /**
   * What stands under the ids behind that one, in the order of their bytes, as it is: what is held,
   * erased or damaged too. Each page is of its own moment.
   */
  keptAfter(id: string | undefined, limit: number): Promise<KeptPage>;
  /** Tombstones of what was erased from that time on, in the order of that, behind that one. */
  erasedSince(time: string, after: Tombstone | undefined, limit: number): Promise<ErasedPage>;
  /** Puts each where nothing is; what is there stays as it is. Answers in the same order. */
  keep(items: readonly Kept[]): Promise<Outcome[]>;
  /** Who has which role, in the order of `roleId`, behind that one. */
  rolesAfter(id: string | undefined, limit: number): Promise<RolesPage>;
}

/** What stands under an id: a submission, or what is left of one. */
export type Kept =
  | { kind: 'submission'; submission: SubmissionRecord }
  | { kind: 'tombstone'; tombstone: Tombstone };

/** What this program can't have written. Whoever moves must be told that it stays behind. */
export interface Damaged {
  kind: 'damaged';
  of: 'submission' | 'role' | 'action';
  /** Under which the engine has it. */
  id: string;
}

export const roleSchema = z.object({
  kind: z.literal('role'),
  user_id: z.string(),
  /** As this program names them. With an underscore in it, two roles could have one `roleId`. */
  role: z.string().check(z.regex(/^[a-z]+$/)),
});

export type Role = z.infer<typeof roleSchema>;

export interface KeptPage {
  found: (Kept | Damaged)[];
  /** Where the next page begins behind; undefined at the end. */
  next: string | undefined;
}

export interface ErasedPage {
  found: Tombstone[];
  next: Tombstone | undefined;
}

export interface RolesPage {
  found: (Role | Damaged)[];
  next: string | undefined;
}

/** Same: it was there already, equal. Differs: something else is, and was left alone. */
export type Outcome = 'added' | 'same' | 'differs';

export const isKept = <T extends { kind: string }>(it: T): it is T & Kept =>
  it.kind === 'submission' || it.kind === 'tombstone';

export const keptId = (kept: Kept): string =>
  kept.kind === 'submission' ? kept.submission.id : kept.tombstone.id;

export const roleId = ({ user_id, role }: Omit<Role, 'kind'>): string => `${user_id}_${role}`;

/** Of what an engine has under this id. */
export function keptUnder(id: string, stored: unknown): Kept | Damaged {
  const kept = readKept(stored);
  return kept && keptId(kept) === id ? kept : { kind: 'damaged', of: 'submission', id };
}

function readKept(stored: unknown): Kept | undefined {
  if (isObject(stored) && 'erased_at' in stored) {
    const { data } = tombstoneSchema.safeParse(stored);
    return data && { kind: 'tombstone', tombstone: data };
  }
  const { data } = recordSchema.safeParse(stored);
  return data && { kind: 'submission', submission: data };
}

/** Of what an engine has under this id of a role. */
export function roleUnder(id: string, stored: unknown): Role | Damaged {
  const { data } = roleSchema.safeParse(isObject(stored) ? { ...stored, kind: 'role' } : stored);
  return data && roleId(data) === id ? data : { kind: 'damaged', of: 'role', id };
}

/**
 * Engines may differ in the order of fields, and in halves of characters. Who is sending it just now
 * is nothing that a submission says: it differs from place to place, and is over in seconds.
 */
export function compared(kept: Kept, there: Kept | Damaged): Exclude<Outcome, 'added'> {
  // Erased here and there, each at its own time.
  if (kept.kind === 'tombstone' && there.kind === 'tombstone') return 'same';
  return textOf(kept) === textOf(there) ? 'same' : 'differs';
}

const textOf = (it: Kept | Damaged): string => {
  const free = it.kind === 'submission' ? { ...it, submission: unleased(it.submission) } : it;
  return canonical(JSON.parse(JSON.stringify(free, wellFormed)));
};

/** Leases are local to one store; no other store waits for them. */
export const unleased = (submission: SubmissionRecord): SubmissionRecord => ({
  ...submission,
  lease: null,
});

/** What was damaged by hand is none of them: whoever reads it under its id is told. */
export function erasedPage(rows: readonly unknown[], limit: number): ErasedPage {
  const found = rows.flatMap((it) => tombstoneSchema.safeParse(it).data ?? []);
  return { found, next: rows.length < limit ? undefined : found.at(-1) };
}
