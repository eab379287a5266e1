import * as z from 'zod/mini';
import { auditEntrySchema, type AuditEntry } from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import { isMonth, spentOnSchema, type SpentOn } from '../../src/shared/report.ts';
import { optedOutSchema } from '../../src/shared/submission.ts';
import { withoutEarlierStates, withWayToOptOut } from './earlier-states.ts';
import {
  isErased,
  personHashSchema,
  recordSchema,
  rightsNoticeSchema,
  tombstoneSchema,
  type RightsNotice,
  type SubmissionRecord,
  type Tombstone,
  wellFormed,
} from './record.ts';

/** How everything in a store is copied to another store. */
export interface Transfer {
  /**
   * Everything in a collection, even what is held, erased or damaged, in the order of the ids' bytes. Each
   * batch shows the moment at which it was read.
   */
  all<C extends Copied>(within: C, atOnce?: number): AsyncIterable<Copy<C>[]>;
  /** Stores each item whose id is free, and leaves the others alone. Returns the outcomes in the same order. */
  keep(items: readonly Kept[]): Promise<KeepResult[]>;
  /** Stores each entry of the audit log whose id is free. Returns the outcomes in the same order. */
  keepEntries(items: readonly AuditEntry[]): Promise<KeepResult[]>;
  keepNotice(notice: RightsNotice): Promise<KeepResult>;
}

/** What the ads of a month cost, by campaign. A list, because no field can have the name of every campaign. */
export const spentSchema = z.object({
  kind: z.literal('spent'),
  month: z.string().check(z.refine(isMonth)),
  campaigns: z.array(spentOnSchema),
});

export type Spent = z.infer<typeof spentSchema>;

/** The lead of an id, or the rest of an erased one. */
export type Kept =
  | { kind: 'submission'; submission: SubmissionRecord }
  | { kind: 'tombstone'; tombstone: Tombstone };

/** Something that this program didn't write. An export reports it and leaves it behind. */
export const damagedSchema = z.object({
  kind: z.literal('damaged'),
  of: z.enum(['submission', 'role', 'action', 'opt-out', 'notice', 'spent']),
  id: z.string(),
});

export type Damaged = z.infer<typeof damagedSchema>;

export const roleSchema = z.object({
  kind: z.literal('role'),
  user_id: z.string(),
  /** This program uses small letters only. With underscores, two roles could have the same `roleId`. */
  role: z.string().check(z.regex(/^[a-z]+$/)),
  /** The address that it was granted to, folded. Older roles have none and fit any address of the account. */
  email: z.optional(z.string()),
});

export type Role = z.infer<typeof roleSchema>;

/** An e-mail address or phone number, as a keyed hash, that must not be contacted. */
export const optOutSchema = z.extend(optedOutSchema, {
  kind: z.literal('opt-out'),
  hash: personHashSchema,
});

export type OptOut = z.infer<typeof optOutSchema>;

/**
 * The document beside the opt-outs that has the fingerprint of their key, in the field `mark`. It comes before all
 * hashes.
 */
export const listKeyId = '.key';

/** `same`: the store already had it. `differs`: the store has something else, which stays. */
export type KeepResult = 'added' | 'same' | 'differs';

export const isKept = <T extends { kind: string }>(it: T): it is T & Kept =>
  it.kind === 'submission' || it.kind === 'tombstone';

export const keptId = (kept: Kept): string =>
  kept.kind === 'submission' ? kept.submission.id : kept.tombstone.id;

export const roleId = ({ user_id, role }: Omit<Role, 'kind'>): string => `${user_id}_${role}`;

/** Reads what an engine has in a collection. An item under another id than its own is damaged, too. */
const reading =
  <T>(of: Damaged['of'], parse: (stored: unknown) => T | undefined, idOf: (item: T) => string) =>
  (id: string, stored: unknown): T | Damaged => {
    const item = parse(stored);
    return item !== undefined && idOf(item) === id ? item : { kind: 'damaged', of, id };
  };

/** For a collection whose documents are all of one kind and don't store it. */
const ofKind = (kind: string, stored: unknown): unknown =>
  isObject(stored) ? { ...stored, kind } : stored;

export const keptUnder = reading('submission', readKept, keptId);

function readKept(stored: unknown): Kept | undefined {
  if (isErased(stored)) {
    const { data } = tombstoneSchema.safeParse(stored);
    return data && { kind: 'tombstone', tombstone: data };
  }
  const { data } = recordSchema.safeParse(withoutEarlierStates(stored));
  return data && { kind: 'submission', submission: data };
}

/** Parses what an engine has under this hash. The fingerprint of the key is no opt-out. */
export function optOutUnder(hash: string, stored: unknown): OptOut | Damaged | undefined {
  if (hash === listKeyId) return undefined;
  const value = { ...(isObject(stored) && stored), kind: 'opt-out', hash };
  const { data } = optOutSchema.safeParse(withWayToOptOut(value));
  return data ?? { kind: 'damaged', of: 'opt-out', id: hash };
}

/** Older entries are stored under a number, and have fields that nothing reads any more. */
function readAction(id: string, stored: unknown): Action | Damaged {
  const { data } = auditEntrySchema.safeParse(stored);
  return data ? { kind: 'action', entry: data } : { kind: 'damaged', of: 'action', id };
}

interface Action {
  kind: 'action';
  entry: AuditEntry;
}

/** How each collection is read that a transfer copies. */
export const readers = {
  submissions: keptUnder,
  user_roles: reading('role', (it) => roleSchema.safeParse(ofKind('role', it)).data, roleId),
  opt_outs: optOutUnder,
  audit_log: readAction,
  rights: reading(
    'notice',
    (it) => rightsNoticeSchema.safeParse(it).data,
    ({ id }) => id,
  ),
  spent: reading(
    'spent',
    (it) => spentSchema.safeParse(ofKind('spent', it)).data,
    (it) => it.month,
  ),
};

/** What the ads of a month cost. A damaged document counts nowhere, and an export reports it. */
export function readSpent(month: string, stored: unknown): SpentOn[] {
  const spent = readers.spent(month, stored);
  return spent.kind === 'spent' ? spent.campaigns : [];
}

export type Copied = keyof typeof readers;

export type Copy<C extends Copied> = NonNullable<ReturnType<(typeof readers)[C]>>;

/**
 * Compares what both stores say about a lead. Engines may differ in the order of fields and in halves of
 * characters, and leases are left out, because they end within seconds.
 */
export function compared(kept: Kept, there: Kept | Damaged): Exclude<KeepResult, 'added'> {
  // It was erased in both stores, each at its own time.
  if (kept.kind === 'tombstone' && there.kind === 'tombstone') return 'same';
  return textOf(kept) === textOf(there) ? 'same' : 'differs';
}

const textOf = (it: Kept | Damaged): string => {
  const compared = it.kind === 'submission' ? { ...it, submission: unleased(it.submission) } : it;
  return canonical(JSON.parse(JSON.stringify(compared, wellFormed)));
};

/** Leases are local to one store; no other store waits for them. */
export const unleased = (submission: SubmissionRecord): SubmissionRecord => ({
  ...submission,
  lease: null,
});
