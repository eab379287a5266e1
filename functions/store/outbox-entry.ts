import * as z from 'zod/mini';
import { recordSchema, type SubmissionRecord } from './record.ts';

/** An entry is claimed, tried and recorded like a lead. */
const queuedSchema = z.object({
  ...z.pick(recordSchema, { id: true, delivery: true, attempts: true, tries: true, lease: true })
    .shape,
  at: z.iso.datetime(),
  /** Keys of the addresses that have taken the entry, while others haven't: mailboxes and chats. */
  mailed_to: z.optional(z.array(z.string())),
});

/** The only entry with personal data: the receiver needs it, and after an erasure no lead has it. */
export const rightsSchema = z.extend(queuedSchema, {
  kind: z.literal('rights'),
  type: z.enum(['opted-out', 'opted-in', 'erased']),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
});

/** Notices are written at sending, because an erasure must leave no words in the outbox. An alert quotes no visitor. */
export const outboxSchema = z.discriminatedUnion('kind', [
  z.extend(queuedSchema, { kind: z.literal('notice'), lead: z.string() }),
  /** A due call, with the time that the person asked for. */
  z.extend(queuedSchema, { kind: z.literal('call'), lead: z.string(), call_at: z.iso.datetime() }),
  z.extend(queuedSchema, { kind: z.literal('alert'), text: z.string() }),
  rightsSchema,
]);

export type OutboxEntry = z.infer<typeof outboxSchema>;
export type RightsMessage = z.infer<typeof rightsSchema>;

export type OutboxTime = 'delivery.next_attempt_at' | 'at';

export const dueFrom = (time: string) => ({
  delivery: { state: 'pending' as const, next_attempt_at: time },
  attempts: [],
  tries: 0,
  lease: null,
  // Named, because an entry may replace another one, and Firestore's update keeps a field that isn't named.
  mailed_to: [],
});

interface NoticeDeps {
  noticeTo: readonly object[];
  newId: () => string;
  now: () => Date;
}

/** A held lead gets no notice, because an admin has to release it first. */
export function noticesOf(
  { id: lead, delivery }: SubmissionRecord,
  { noticeTo, newId, now }: NoticeDeps,
): OutboxEntry[] {
  const at = now().toISOString();
  const isWanted = noticeTo.length > 0 && delivery.state !== 'held';
  return isWanted ? [{ kind: 'notice', id: newId(), at, lead, ...dueFrom(at) }] : [];
}

/** The store removes such an entry: all addresses have taken it, or it was dropped. */
export const isOver = ({ delivery }: Pick<OutboxEntry, 'delivery'>): boolean =>
  !['pending', 'failed'].includes(delivery.state);
