import * as z from 'zod/mini';
import { auditEventSchema, type AuditEvent } from './audit-event.ts';

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
  /** A random UUID. */
  id: z.string(),
  at: z.iso.datetime(),
  by: actorSchema,
  event: auditEventSchema,
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

type Action = AuditEvent['action'];

export type EntryOf<A extends Action> = AuditEntry & { event: Extract<AuditEvent, { action: A }> };

/** Entries are not parsed, so that the page can show that one is damaged. */
export const auditPageSchema = z.object({
  entries: z.array(z.unknown()),
  next_cursor: z.nullable(z.string()),
});

export type AuditPage = z.infer<typeof auditPageSchema>;
