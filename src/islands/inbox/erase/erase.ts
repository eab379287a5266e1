import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { erase } from '../../../copy/erase.ts';
import { api } from '../../../shared/api.ts';
import { AskError, sentenceIn, type Ask } from '../../staff/ask.ts';
import { exactTime } from '../../staff/format.ts';

export interface Found {
  email: string;
  count: number;
  /** There are more than one request can erase. */
  more: boolean;
}

export interface Erasing {
  busy: 'finding' | 'erasing' | undefined;
  /** The result of the lookup; go() erases these leads. */
  found: Found | undefined;
  problem: string | undefined;
}

export type Erased = z.infer<typeof erasedSchema>;

interface EraseDeps {
  ask: Ask;
  /** The page must not show the erased leads any more. */
  onErased: (erased: Erased) => void;
}

const idle: Erasing = { busy: undefined, found: undefined, problem: undefined };
const foundSchema = z.object({ count: z.number(), more: z.boolean() });
const erasedSchema = z.object({
  erased: z.number(),
  /** Ids of leads that the store refused to erase. */
  refused: z.array(z.string()),
});

const agreedSchema = z.object({
  agreed: z.array(z.object({ version: z.string(), at: z.string(), erased_at: z.string() })),
});

/** Says in sentences what an erased person had agreed to. */
export async function whatTheyAgreedTo(typed: string, ask: Ask): Promise<string[]> {
  const person = typed.trim();
  const words = erase.agreed;
  if (person === '') return [words.missing];
  const json = person.includes('@') ? { email: person } : { phone: person };
  try {
    const response = await ask(api.erasedConsent, { json });
    const { agreed } = agreedSchema.parse(await response.json());
    if (agreed.length === 0) return [words.none(person)];
    return agreed.map(({ version, at, erased_at }) =>
      words.answer(person, exactTime(at), version, exactTime(erased_at)),
    );
  } catch (error) {
    return [sentenceIn(error) ?? words.failed];
  }
}

/** Erases a person in two steps: it counts the leads, then erases exactly that many. */
export function createErasing({ ask, onErased }: EraseDeps) {
  const $erasing = atom<Erasing>(idle);

  return {
    $erasing,

    reset(): void {
      $erasing.set(idle);
    },

    async find(typed: string): Promise<void> {
      if ($erasing.get().busy) return;
      const email = typed.trim();
      if (email === '') {
        $erasing.set({ ...idle, problem: erase.emailMissing });
        return;
      }
      const finding: Erasing = { ...idle, busy: 'finding' };
      $erasing.set(finding);
      // An answer about another address than the field has now must not arm the button.
      const answer = (it: Partial<Erasing>): void => {
        if ($erasing.get() === finding) $erasing.set({ ...idle, ...it });
      };
      try {
        const response = await ask(api.erasePerson, { json: { email } });
        const { count, more } = foundSchema.parse(await response.json());
        answer(count === 0 ? { problem: erase.none(email) } : { found: { email, count, more } });
      } catch {
        answer({ problem: erase.notFound });
      }
    },

    async go(): Promise<void> {
      const { busy, found } = $erasing.get();
      if (busy || !found) return;
      const { email, count } = found;
      $erasing.set({ ...idle, found, busy: 'erasing' });
      try {
        const response = await ask(api.erasePerson, { json: { email, count } });
        onErased(erasedSchema.parse(await response.json()));
      } catch (error) {
        const now = error instanceof AskError ? foundSchema.safeParse(error.body).data : undefined;
        $erasing.set(
          now
            ? {
                ...idle,
                ...(now.count > 0 && { found: { email, ...now } }),
                problem: erase.changed,
              }
            : { ...idle, problem: erase.notErased },
        );
      }
    },
  };
}
