import * as z from 'zod/mini';
import { auditEventSchema, type AuditEvent } from './audit-event.ts';
import { canonical, isObject } from './json.ts';
import { sha256 } from './sha256.ts';

/** The person who did it. Without a uid, it is one of those below, or the site's own schedule. */
const actorSchema = z.object({ uid: z.nullable(z.string()), name: z.string() });

export type Actor = z.infer<typeof actorSchema>;

/** Somebody with the project's credentials, who didn't sign in. */
export const commandLine: Actor = { uid: null, name: 'command line' };
/** Does here what was done in another store. */
export const importing: Actor = { uid: null, name: 'import' };
/** The form of /stop: nobody knows whether the number or the address is theirs. */
export const unproven: Actor = { uid: null, name: 'the person, unproven' };
/** A signed call that passes on what somebody answered to a text. */
export const textingTool: Actor = { uid: null, name: 'texting tool' };

export const auditEntrySchema = z.object({
  /** Counts from 1 without gaps. */
  number: z.number(),
  /** Makes equal entries of the same millisecond differ. */
  id: z.string(),
  at: z.iso.datetime(),
  by: actorSchema,
  event: auditEventSchema,
  previous: z.string(),
  /** The hash of all fields above. */
  hash: z.string(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

type Action = AuditEvent['action'];

export type EntryOf<A extends Action> = AuditEntry & { event: Extract<AuditEvent, { action: A }> };

/** Those of the entries that are about this action, in their order. */
export const entriesOf = <A extends Action>(action: A, stored: readonly unknown[]): EntryOf<A>[] =>
  stored.flatMap((it) => {
    const { data } = auditEntrySchema.safeParse(it);
    return data?.event.action === action ? [data as EntryOf<A>] : [];
  });

/** The end of the log. A copy of it elsewhere can show later that the newest entries are gone. */
export const auditHeadSchema = z.object({ count: z.number(), hash: z.string() });

export type AuditHead = z.infer<typeof auditHeadSchema>;

export const emptyHead: AuditHead = { count: 0, hash: '0'.repeat(64) };

export const headAfter = ({ number, hash }: AuditEntry): AuditHead => ({ count: number, hash });

/** Entries are not parsed, so that a damaged one can be shown, not refused. */
export const auditPageSchema = z.object({
  entries: z.array(z.unknown()),
  next_cursor: z.nullable(z.string()),
  head: auditHeadSchema,
});

export type AuditPage = z.infer<typeof auditPageSchema>;

/** Returns the entry that follows this head. */
export async function linked(
  head: AuditHead,
  { id, at, by, event }: Pick<AuditEntry, 'id' | 'at' | 'by' | 'event'>,
): Promise<AuditEntry> {
  const body = { number: head.count + 1, id, at, by, event, previous: head.hash };
  return { ...body, hash: await sha256(canonical(body)) };
}

/** The first entry that is not as it was written. */
export interface Misfit {
  number: number;
  why:
    /** Its contents don't match its hash. */
    | 'altered'
    /** It is missing, or another entry is in its place. */
    | 'missing'
    /** It has the right hash, but doesn't follow the entry before: one of the two was replaced. */
    | 'unlinked'
    /** It fits, but the log's head names another entry. */
    | 'not the head'
    /** It comes after the log's head. */
    | 'after the head'
    /** Another entry was witnessed in its place. */
    | 'not as witnessed';
}

/** Checks all entries, oldest first, exactly as they are stored: even an added field is found. */
export async function firstMisfit(
  entries: readonly unknown[],
  head: AuditHead,
): Promise<Misfit | undefined> {
  let last = emptyHead;
  const hashes: unknown[] = [];
  for (const entry of entries) {
    const number = last.count + 1;
    if (number > head.count) return { number, why: 'after the head' };
    const { hash, ...body } = isObject(entry) ? entry : {};
    if (body['number'] !== number) return { number, why: 'missing' };
    if (hash !== (await sha256(canonical(body)))) return { number, why: 'altered' };
    if (body['previous'] !== last.hash) return { number, why: 'unlinked' };
    const [witness] = entriesOf('witnessed', [entry]);
    if (witness && hashes[witness.event.count - 1] !== witness.event.hash) {
      return { number: witness.event.count, why: 'not as witnessed' };
    }
    hashes.push(hash);
    last = { count: number, hash };
  }
  if (last.count < head.count) return { number: last.count + 1, why: 'missing' };
  return last.hash === head.hash ? undefined : { number: last.count, why: 'not the head' };
}
