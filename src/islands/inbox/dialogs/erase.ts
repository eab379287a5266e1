import * as z from 'zod/mini';
import { erase as words } from '../../../copy/dialogs.ts';
import { api } from '../../../shared/api.ts';
import { AskError, sentenceIn, type Ask } from '../../staff/ask.ts';
import { exactTime } from '../../staff/format.ts';

const countSchema = z.object({
  count: z.number(),
  /** There are more than one request can erase. */
  more: z.boolean(),
  /** Leads of others, or of the person under another address. */
  same_phone: z.object({ count: z.number(), names: z.array(z.string()) }),
});

/** The leads of a person, to be erased if an admin says so. */
type Found = z.infer<typeof countSchema> & { email: string };

interface LookedUp {
  found?: Found;
  problem?: string;
}

export async function findLeads(email: string, ask: Ask): Promise<LookedUp> {
  if (email === '') return { problem: words.emailMissing };
  try {
    const response = await ask(api.erasePerson, { json: { email } });
    const counted = countSchema.parse(await response.json());
    return counted.count === 0 ? { problem: words.none(email) } : { found: { email, ...counted } };
  } catch {
    return { problem: words.notFound };
  }
}

const erasedSchema = z.object({ erased: z.number() });

/** Erases exactly as many leads as were found. If there are more or fewer by now, it erases none. */
export async function eraseLeads(found: Found, alsoSamePhone: boolean, ask: Ask) {
  const { email, count, same_phone } = found;
  const more = alsoSamePhone && { same_phone: same_phone.count };
  try {
    const response = await ask(api.erasePerson, { json: { email, count, ...more } });
    return erasedSchema.parse(await response.json());
  } catch (error) {
    const now = countSchema.safeParse(error instanceof AskError ? error.body : undefined).data;
    if (!now) return { problem: words.notErased };
    return { problem: words.changed, ...(now.count > 0 && { found: { email, ...now } }) };
  }
}

const agreedSchema = z.object({
  agreed: z.array(z.object({ version: z.string(), at: z.string(), erased_at: z.string() })),
});

/** Says in sentences what an erased person had agreed to. */
export async function whatTheyAgreedTo(person: string, ask: Ask): Promise<string[]> {
  const { agreed: says } = words;
  if (person === '') return [says.missing];
  const json = person.includes('@') ? { email: person } : { phone: person };
  try {
    const response = await ask(api.erasedConsent, { json });
    const { agreed } = agreedSchema.parse(await response.json());
    if (agreed.length === 0) return [says.none(person)];
    return agreed.map(({ version, at, erased_at }) =>
      says.answer(person, exactTime(at), version, exactTime(erased_at)),
    );
  } catch (error) {
    return [sentenceIn(error) ?? says.failed];
  }
}
