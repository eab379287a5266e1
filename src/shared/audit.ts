import * as z from 'zod/mini';
import { sha256 } from './sha256.ts';
import { deliveryStates } from './submission.ts';

/**
 * What was done. Of the people behind submissions it keeps ids and nothing else: the words of a
 * search may be a name, and even the hash of an e-mail address can be guessed.
 */
export const auditEventSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('resent'), submission: z.string() }),
  z.object({ action: z.literal('released'), submission: z.string() }),
  /** Sent a lead that is none, to see whether the webhook takes one. */
  z.object({ action: z.literal('tested'), submission: z.string() }),
  z.object({
    action: z.literal('exported'),
    /** Null: all of them. */
    filter: z.object({
      searched: z.boolean(),
      industry: z.nullable(z.string()),
      delivery: z.nullable(z.enum(deliveryStates)),
      /** Days of the company, both included. Older entries have none. */
      from: z.optional(z.string()),
      to: z.optional(z.string()),
    }),
  }),
  z.object({ action: z.literal('erased'), submissions: z.array(z.string()) }),
  /** Made an admin of this account, or took the role away. */
  z.object({ action: z.literal('granted'), user: z.string() }),
  z.object({ action: z.literal('revoked'), user: z.string() }),
]);

export type AuditEvent = z.infer<typeof auditEventSchema>;

/** Who did it. Without a uid it was the site itself on its schedule, or the command line. */
export const actorSchema = z.object({ uid: z.nullable(z.string()), name: z.string() });

export type Actor = z.infer<typeof actorSchema>;

/** Whoever has the project's credentials; nobody signed in. */
export const commandLine: Actor = { uid: null, name: 'command line' };

export const auditEntrySchema = z.object({
  /** From 1, without a gap. */
  number: z.number(),
  /** Makes two entries differ that say the same in the same millisecond. */
  id: z.string(),
  at: z.iso.datetime(),
  by: actorSchema,
  event: auditEventSchema,
  /** The hash of the entry before. */
  previous: z.string(),
  /** Of everything above. */
  hash: z.string(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Where the record ends. Whoever has noted it elsewhere can tell if the newest were cut off. */
export const auditHeadSchema = z.object({ count: z.number(), hash: z.string() });

export type AuditHead = z.infer<typeof auditHeadSchema>;

/** What the first entry follows. */
export const emptyHead: AuditHead = { count: 0, hash: '0'.repeat(64) };

export const headAfter = ({ number, hash }: AuditEntry): AuditHead => ({ count: number, hash });

/** Entries come as they are stored: one that was damaged is to be seen, and not to be refused. */
export const auditPageSchema = z.object({
  entries: z.array(z.unknown()),
  next_cursor: z.nullable(z.string()),
  head: auditHeadSchema,
});

export type AuditPage = z.infer<typeof auditPageSchema>;

/** The entry that comes after this head. */
export async function linked(
  head: AuditHead,
  { id, at, by, event }: Pick<AuditEntry, 'id' | 'at' | 'by' | 'event'>,
): Promise<AuditEntry> {
  const body = { number: head.count + 1, id, at, by, event, previous: head.hash };
  return { ...body, hash: await sha256(canonical(body)) };
}

/** One text for one value: stores give the fields of an object in any order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    isObject(it) ? Object.fromEntries(Object.entries(it).toSorted(byName)) : it,
  );
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
