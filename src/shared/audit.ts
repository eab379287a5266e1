import * as z from 'zod/mini';
import { auditEventSchema, type AuditEvent } from './audit-event.ts';

const actorSchema = z.object({ uid: z.nullable(z.string()), name: z.string() });

export type Actor = z.infer<typeof actorSchema>;

/** A person with the project's credentials, who didn't sign in. */
export const commandLine: Actor = { uid: null, name: 'command line' };
/** Repeats here what was done in another store. */
export const importing: Actor = { uid: null, name: 'import' };
/** The form on /stop. The number or the address may belong to another person. */
export const unproven: Actor = { uid: null, name: 'the person, unproven' };
/** A signed call that reports a person's reply to a text message. */
export const textingTool: Actor = { uid: null, name: 'texting tool' };

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: actorSchema,
  event: auditEventSchema,
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

type Action = AuditEvent['action'];

export type EntryOf<A extends Action> = AuditEntry & { event: Extract<AuditEvent, { action: A }> };

/** Unparsed, so that the page can show a damaged entry as damaged. */
export const auditPageSchema = z.object({
  entries: z.array(z.unknown()),
  next_cursor: z.nullable(z.string()),
});

export type AuditPage = z.infer<typeof auditPageSchema>;
