import * as z from 'zod/mini';
import { session, sessionKeys, type Session } from '../../browser/session.ts';
import { currentConsent } from '../../shared/consent.ts';
import { isUuid, type ContactField } from '../../shared/contact.ts';

/** The words as typed: neither trimmed nor checked. All schemas here are made when they are used. */
const draftSchema = () =>
  z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    company: z.string(),
    industry: z.string(),
    message: z.string(),
    consent_marketing: z.transform((ticked) => ticked === true),
  } satisfies Record<ContactField, z.ZodMiniType>);

export type Draft = z.infer<ReturnType<typeof draftSchema>>;

/** The id that a submission was sent with, and its words. */
const sentSchema = () => z.object({ id: z.string().check(z.refine(isUuid)), words: z.string() });

export type Sent = z.infer<ReturnType<typeof sentSchema>>;

interface Kept {
  draft: Draft;
  sent?: Sent | undefined;
}

const storedSchema = () =>
  z.object({
    draft: draftSchema(),
    consent_version: z.optional(z.string()),
  });

/**
 * The parts that survive a reload and a trip to another page: the draft, and the last submission that no answer
 * has confirmed. Sending the same words again is then still the same lead.
 */
export const drafts = (memory: Session = session) => ({
  load(): Kept | undefined {
    const stored = read(memory, sessionKeys.draft, storedSchema);
    if (!stored) return undefined;
    const { consent_version, draft } = stored;
    // Consent to an older wording isn't kept: the visitor has to agree again.
    draft.consent_marketing &&= consent_version === currentConsent.version;
    return { draft, sent: read(memory, sessionKeys.sent, sentSchema) };
  },
  save({ draft, sent }: Kept): void {
    const { version } = currentConsent;
    memory.write(sessionKeys.draft, JSON.stringify({ draft, consent_version: version }));
    if (sent) memory.write(sessionKeys.sent, JSON.stringify(sent));
    else memory.remove(sessionKeys.sent);
  },
  clear(): void {
    memory.remove(sessionKeys.draft);
    memory.remove(sessionKeys.sent);
  },
});

function read<T>(memory: Session, key: string, schema: () => z.ZodMiniType<T>): T | undefined {
  const json = memory.read(key);
  if (json === null) return undefined;
  try {
    return schema().parse(JSON.parse(json));
  } catch {
    // An older shape, or damaged: the form starts empty.
    memory.remove(key);
    return undefined;
  }
}
