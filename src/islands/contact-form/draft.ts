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

const stored = z.object({ id: z.uuid(), draft: draftSchema });

const key = 'leadwright:contact';

/**
 * The draft survives a reload and a trip to another page, and so does the id of its submission:
 * a retry after a lost answer is then still the same lead.
 */
export const drafts = (memory: Session = session) => ({
  load(): z.infer<typeof stored> | undefined {
    const json = memory.read(key);
    if (json === null) return undefined;
    try {
      return stored.parse(JSON.parse(json));
    } catch {
      // An older shape, or somebody else's words: as good as nothing typed.
      memory.remove(key);
      return undefined;
    }
  },
  save(id: string, draft: Draft): void {
    memory.write(key, JSON.stringify({ id, draft }));
  },
  clear(): void {
    memory.remove(key);
  },
});
