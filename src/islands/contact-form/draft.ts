import * as z from 'zod/mini';
import { session, type Session } from '../../browser/session.ts';
import type { ContactField } from '../../shared/contact.ts';

/** What was typed, as it was typed: not trimmed, not judged. */
const draftSchema = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  industry: z.string(),
  message: z.string(),
  consent_marketing: z.boolean(),
} satisfies Record<ContactField, z.ZodMiniType>);

export type Draft = z.infer<typeof draftSchema>;

/** The id that a submission was sent with, and the words that it stands for. */
const sentSchema = z.object({ id: z.uuid(), words: z.string() });

export type Sent = z.infer<typeof sentSchema>;

const keptSchema = z.object({ draft: draftSchema, sent: z.optional(sentSchema) });

type Kept = z.infer<typeof keptSchema>;

const key = 'leadwright:contact';

/**
 * What survives a reload and a trip to another page: the draft, and the last submission that no
 * answer has confirmed. Sending the same words again is then still the same lead.
 */
export const drafts = (memory: Session = session) => ({
  load(): Kept | undefined {
    const json = memory.read(key);
    if (json === null) return undefined;
    try {
      return keptSchema.parse(JSON.parse(json));
    } catch {
      // An older shape, or damaged: the form starts empty.
      memory.remove(key);
      return undefined;
    }
  },
  save(kept: Kept): void {
    memory.write(key, JSON.stringify(kept));
  },
  clear(): void {
    memory.remove(key);
  },
});
