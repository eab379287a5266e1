import * as z from 'zod/mini';
import { session, type Session } from '../../browser/session.ts';
import { currentConsent } from '../../shared/consent.ts';
import type { ContactField } from '../../shared/contact.ts';

/** The words as typed: neither trimmed nor checked. */
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

const storedSchema = z.extend(keptSchema, { consent_version: z.optional(z.string()) });

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
      const { consent_version, ...kept } = storedSchema.parse(JSON.parse(json));
      // Consent to an older wording isn't kept: the visitor has to agree again.
      kept.draft.consent_marketing &&= consent_version === currentConsent.version;
      return kept;
    } catch {
      // An older shape, or damaged: the form starts empty.
      memory.remove(key);
      return undefined;
    }
  },
  save(kept: Kept): void {
    memory.write(key, JSON.stringify({ ...kept, consent_version: currentConsent.version }));
  },
  clear(): void {
    memory.remove(key);
  },
});
