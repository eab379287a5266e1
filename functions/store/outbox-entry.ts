import * as z from 'zod/mini';
import { recordSchema, type SubmissionRecord } from './record.ts';

/** What waits to be sent and is no lead. It is claimed, tried and recorded like a lead. */
const waiting = z.object({
  ...z.pick(recordSchema, { id: true, delivery: true, attempts: true, tries: true, lease: true })
    .shape,
  /** When it was made. */
  at: z.iso.datetime(),
  /** The keys of the addresses that have taken it, while others haven't. */
  mailed_to: z.optional(z.array(z.string())),
});

/**
 * A rights message: it tells RIGHTS_URL of an opt-out or an erasure. It is the only entry with personal data: the receiver has to know which address and
 * which number it is about, and after an erasure no lead has them any more.
 */
export const rightsSchema = z.extend(waiting, {
  kind: z.literal('rights'),
  type: z.enum(['opted-out', 'opted-in', 'erased']),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
});

/** The words of the others are made when they are sent, so that erasing a lead leaves none. An alert quotes nobody. */
export const outboxSchema = z.discriminatedUnion('kind', [
  z.extend(waiting, { kind: z.literal('notice'), lead: z.string() }),
  /** A call back that is due, and the time that was asked for. */
  z.extend(waiting, { kind: z.literal('call'), lead: z.string(), call_at: z.iso.datetime() }),
  z.extend(waiting, { kind: z.literal('alert'), text: z.string() }),
  rightsSchema,
]);

export type OutboxEntry = z.infer<typeof outboxSchema>;
export type RightsMessage = z.infer<typeof rightsSchema>;

/** When an entry is tried next, or when it was made. */
export type OutboxTime = 'delivery.next_attempt_at' | 'at';

/** An entry that is due from that time on. */
export const dueFrom = (time: string) => ({
  delivery: { state: 'pending' as const, next_attempt_at: time },
  attempts: [],
  tries: 0,
  lease: null,
  // Named, because an entry may take the place of another one, and Firestore's update leaves other fields.
  mailed_to: [],
});

interface NoticeDeps {
  noticeTo: readonly object[];
  newId: () => string;
  now: () => Date;
}

/** The notice of a new lead, unless an admin has to release it first. */
export function noticesOf(
  { id: lead, delivery }: SubmissionRecord,
  { noticeTo, newId, now }: NoticeDeps,
): OutboxEntry[] {
  const at = now().toISOString();
  const isNews = noticeTo.length > 0 && delivery.state !== 'held';
  return isNews ? [{ kind: 'notice', id: newId(), at, lead, ...dueFrom(at) }] : [];
}

export const isOver = ({ delivery }: Pick<OutboxEntry, 'delivery'>): boolean =>
  !['pending', 'failed'].includes(delivery.state);
