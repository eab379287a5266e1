import * as z from 'zod/mini';
import { auditEntrySchema, type AuditEntry } from '../../src/shared/audit.ts';
import { isObject } from '../../src/shared/json.ts';
import { isMonth, spentOnSchema, type SpentOn } from '../../src/shared/report-schema.ts';
import { optedOutSchema } from '../../src/shared/submission.ts';
import {
  isEarlierTest,
  withoutEarlierKind,
  withoutEarlierStates,
  withWayToOptOut,
} from './earlier-states.ts';
import { outboxSchema, type OutboxEntry } from './outbox-entry.ts';
import {
  isErased,
  personHashSchema,
  recordSchema,
  tombstoneSchema,
  type SubmissionRecord,
  type Tombstone,
} from './record.ts';

/** How a store is copied to another store. */
export interface Copying {
  /**
   * Everything in a collection, even what is held, erased or damaged, in the order of the ids' bytes. Each
   * batch shows the moment at which it was read.
   */
  all<C extends Copied>(within: C, atOnce?: number): AsyncIterable<Copy<C>[]>;
  /**
   * Stores each item whose id is free, and leaves the others alone. The id of an erased lead isn't free. Returns
   * which were added.
   */
  add<C extends Added>(within: C, items: readonly Addable<C>[]): Promise<boolean[]>;
}

/** What the ads of a month cost, by campaign. A list, because no field can have the name of every campaign. */
export const spentSchema = z.object({
  kind: z.literal('spent'),
  month: z.string().check(z.refine(isMonth)),
  campaigns: z.array(spentOnSchema),
});

/** The lead of an id, or the rest of an erased one. */
export type Kept =
  | { kind: 'submission'; submission: SubmissionRecord }
  | { kind: 'tombstone'; tombstone: Tombstone };

/** Something that this program didn't write. An export reports it and leaves it behind. */
export const damagedSchema = z.object({
  kind: z.literal('damaged'),
  of: z.enum(['submission', 'role', 'action', 'opt-out', 'outbox', 'notice', 'spent']),
  id: z.string(),
});

type Damaged = z.infer<typeof damagedSchema>;

export const roleSchema = z.object({
  kind: z.literal('role'),
  user_id: z.string(),
  /** This program uses small letters only. With underscores, two roles could have the same `roleId`. */
  role: z.string().check(z.regex(/^[a-z]+$/)),
  /** The address that it was granted to, folded. Older roles have none and fit any address of the account. */
  email: z.optional(z.string()),
});

type Role = z.infer<typeof roleSchema>;

/** An e-mail address or phone number, as a keyed hash, that must not be contacted. */
export const optOutSchema = z.object({
  kind: z.literal('opt-out'),
  hash: personHashSchema,
  ...optedOutSchema.shape,
});

export type OptOut = z.infer<typeof optOutSchema>;

/**
 * The document beside the opt-outs that has the fingerprint of their key, in the field `mark`. It comes before all
 * hashes.
 */
export const listKeyId = '.key';

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
  submissions: (id: string, stored: unknown) =>
    isEarlierTest(stored) ? undefined : keptUnder(id, stored),
  user_roles: reading('role', (it) => roleSchema.safeParse(ofKind('role', it)).data, roleId),
  opt_outs: optOutUnder,
  audit_log: readAction,
  outbox: reading(
    'outbox',
    (it) => outboxSchema.safeParse(withoutEarlierKind(it)).data,
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

/** The collections that `add` writes. Roles and costs have methods of their own. */
export type Added = 'submissions' | 'audit_log' | 'opt_outs' | 'outbox';

export type Addable<C extends Added> = Exclude<Copy<C>, Damaged>;

/** The document of an item, and its id. */
export function documentOf(item: Kept | Action | OptOut | OutboxEntry) {
  if (item.kind === 'submission') return { id: item.submission.id, value: item.submission };
  if (item.kind === 'tombstone') return { id: item.tombstone.id, value: item.tombstone };
  if (item.kind === 'action') return { id: item.entry.id, value: item.entry };
  if (item.kind !== 'opt-out') return { id: item.id, value: item };
  const { kind, hash: id, ...value } = item;
  return { id, value };
}
