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

export interface Copying {
  /** Even held, erased or damaged items, ordered by the bytes of their ids. Each batch shows the state at its read. */
  all<C extends Copied>(within: C, atOnce?: number): AsyncIterable<Copy<C>[]>;
  /** Adds the items whose ids are free, and returns which were added. The id of an erased lead isn't free. */
  add<C extends Added>(within: C, items: readonly Addable<C>[]): Promise<boolean[]>;
}

/** Ad costs of a month. A list, because some names of campaigns can't be field names. */
export const spentSchema = z.object({
  kind: z.literal('spent'),
  month: z.string().check(z.refine(isMonth)),
  campaigns: z.array(spentOnSchema),
});

export type Kept =
  | { kind: 'submission'; submission: SubmissionRecord }
  | { kind: 'tombstone'; tombstone: Tombstone };

/** An item that this program didn't write. An export reports it and doesn't copy it. */
export const damagedSchema = z.object({
  kind: z.literal('damaged'),
  of: z.enum(['submission', 'role', 'action', 'opt-out', 'outbox', 'notice', 'spent']),
  id: z.string(),
});

type Damaged = z.infer<typeof damagedSchema>;

export const roleSchema = z.object({
  kind: z.literal('role'),
  user_id: z.string(),
  /** Lowercase letters only: with underscores, two roles could have the same `roleId`. */
  role: z.string().check(z.regex(/^[a-z]+$/)),
  /** The address that the role was granted to, folded. Older roles have none and fit any address of the account. */
  email: z.optional(z.string()),
});

type Role = z.infer<typeof roleSchema>;

/** Keyed hash of an e-mail address or phone number that must not be contacted. */
export const optOutSchema = z.object({
  kind: z.literal('opt-out'),
  hash: personHashSchema,
  ...optedOutSchema.shape,
});

export type OptOut = z.infer<typeof optOutSchema>;

/** The document beside the opt-outs with the fingerprint of their key, in the field `mark`. Sorts before all hashes. */
export const listKeyId = '.key';

export const keptId = (kept: Kept): string =>
  kept.kind === 'submission' ? kept.submission.id : kept.tombstone.id;

export const roleId = ({ user_id, role }: Omit<Role, 'kind'>): string => `${user_id}_${role}`;

/** An item is also damaged if its own id isn't the document's id. */
const reading =
  <T>(kind: Damaged['of'], parse: (stored: unknown) => T | undefined, idOf: (item: T) => string) =>
  (id: string, stored: unknown): T | Damaged => {
    const item = parse(stored);
    return item !== undefined && idOf(item) === id ? item : { kind: 'damaged', of: kind, id };
  };

/** For collections with documents of one kind, which don't store the kind. */
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

/** Undefined for the fingerprint of the key, which is no opt-out. */
export function optOutUnder(hash: string, stored: unknown): OptOut | Damaged | undefined {
  if (hash === listKeyId) return undefined;
  const value = { ...(isObject(stored) && stored), kind: 'opt-out', hash };
  const { data } = optOutSchema.safeParse(withWayToOptOut(value));
  return data ?? { kind: 'damaged', of: 'opt-out', id: hash };
}

/** Older entries have a number as the document's id, and fields that nothing reads. Both are valid. */
function readAction(id: string, stored: unknown): Action | Damaged {
  const { data } = auditEntrySchema.safeParse(stored);
  return data ? { kind: 'action', entry: data } : { kind: 'damaged', of: 'action', id };
}

interface Action {
  kind: 'action';
  entry: AuditEntry;
}

export const readers = {
  submissions: (id: string, stored: unknown) =>
    isEarlierTest(stored) ? undefined : keptUnder(id, stored),
  user_roles: reading(
    'role',
    (stored) => roleSchema.safeParse(ofKind('role', stored)).data,
    roleId,
  ),
  opt_outs: optOutUnder,
  audit_log: readAction,
  outbox: reading(
    'outbox',
    (stored) => outboxSchema.safeParse(withoutEarlierKind(stored)).data,
    ({ id }) => id,
  ),
  spent: reading(
    'spent',
    (stored) => spentSchema.safeParse(ofKind('spent', stored)).data,
    ({ month }) => month,
  ),
};

/** A damaged document counts as no costs. An export reports it. */
export function readSpent(month: string, stored: unknown): SpentOn[] {
  const spent = readers.spent(month, stored);
  return spent.kind === 'spent' ? spent.campaigns : [];
}

export type Copied = keyof typeof readers;

export type Copy<C extends Copied> = NonNullable<ReturnType<(typeof readers)[C]>>;

/** The collections that `add` writes. Roles and costs have other methods. */
export type Added = 'submissions' | 'audit_log' | 'opt_outs' | 'outbox';

export type Addable<C extends Added> = Exclude<Copy<C>, Damaged>;

export function documentOf(item: Kept | Action | OptOut | OutboxEntry) {
  if (item.kind === 'submission') return { id: item.submission.id, value: item.submission };
  if (item.kind === 'tombstone') return { id: item.tombstone.id, value: item.tombstone };
  if (item.kind === 'action') return { id: item.entry.id, value: item.entry };
  if (item.kind !== 'opt-out') return { id: item.id, value: item };
  const { kind, hash: id, ...value } = item;
  return { id, value };
}
