import * as z from 'zod/mini';
import { erase as words } from '../../../copy/dialogs.ts';
import { api } from '../../../shared/api.ts';
import { AskError, sentenceIn, type Ask } from '../../staff/ask.ts';
import { exactTime } from '../../staff/format.ts';

const countSchema = z.object({
  count: z.number(),
  more: z.boolean(),
  names: z.array(z.string()),
});

export interface Person {
  email?: string;
  phone?: string;
}

type Found = z.infer<typeof countSchema> & { person: Person };

interface LookedUp {
  found?: Found;
  problem?: string;
}

export async function findLeads({ email, phone }: Person, ask: Ask): Promise<LookedUp> {
  const person = { ...(email && { email }), ...(phone && { phone }) };
  if (Object.keys(person).length === 0) return { problem: words.personMissing };
  try {
    const response = await ask(api.erasePerson, { json: person });
    const counted = countSchema.parse(await response.json());
    return counted.count === 0 ? { problem: words.none } : { found: { person, ...counted } };
  } catch (error) {
    return { problem: sentenceIn(error) ?? words.notFound };
  }
}

const erasedSchema = z.object({ erased: z.number() });

/** Erases exactly the number of leads that were found. If the number has changed, erases none. */
export async function eraseLeads({ person, count }: Found, ask: Ask) {
  try {
    const response = await ask(api.erasePerson, { json: { ...person, count } });
    return erasedSchema.parse(await response.json());
  } catch (error) {
    const now = countSchema.safeParse(error instanceof AskError ? error.body : undefined).data;
    if (!now) return { problem: words.notErased };
    return { problem: words.changed, ...(now.count > 0 && { found: { person, ...now } }) };
  }
}

const agreedSchema = z.object({
  agreed: z.array(z.object({ version: z.string(), at: z.string(), erased_at: z.string() })),
});

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
