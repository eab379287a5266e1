import { atom } from 'nanostores';
import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { api } from '../../../shared/api.ts';
import { digitsOf } from '../../../shared/phone.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { sentenceIn, type Ask, type Wait } from '../../staff/ask.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const words = panel.doNotContact;

const answerSchema = z.object({ on: z.boolean() });

/** An admin who only passes a lead on the way to another has no need to know. */
const pauseBeforeAsking = 300;

/** Whether the person is on the do-not-contact list. */
interface Standing {
  /** Undefined until the server has answered. */
  on: boolean | undefined;
  /** Why that isn't known. */
  problem: string | undefined;
}

interface DoNotContactDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  wait: Wait;
}

type Person = Pick<SubmissionItem, 'id' | 'email' | 'phone' | 'phone_e164'>;
type Lead = Person & Pick<SubmissionItem, 'name'>;

/** Visitors may type anything as their phone, and the list refuses what is no number. */
const personOf = ({ email, phone, phone_e164 }: Person) => ({
  email,
  ...((phone_e164 ?? digitsOf(phone)) !== null && { phone }),
});

const unknown: Standing = { on: undefined, problem: undefined };

/**
 * Asks for one person at a time, the one in the panel: the list holds keyed hashes, so a lead doesn't
 * know whether its person is on it, and an answer that is older than the panel could be wrong.
 */
export function createDoNotContact({ ask, toast, wait }: DoNotContactDeps) {
  const $standing = atom<Standing>(unknown);
  let shown: { id: string; stop: AbortController } | undefined;
  const { once } = oneAtATime();

  const show = (id: string, standing: Standing): void => {
    if (shown?.id === id) $standing.set(standing);
  };

  const put = (lead: Lead, on: boolean) => once(lead.id, () => change(lead, on));

  const change = async (lead: Lead, on: boolean): Promise<void> => {
    const { id, name } = lead;
    // Its answer would be older.
    if (shown?.id === id) shown.stop.abort();
    try {
      const json = { ...personOf(lead), on, submissionId: id };
      const response = await ask(api.doNotContact, { json });
      const standing = answerSchema.parse(await response.json());
      // A question that is still open may bring an older answer.
      if (shown?.id === id) shown.stop.abort();
      show(id, { on: standing.on, problem: undefined });
      toast({
        title: on ? words.saved(name) : words.lifted(name),
        action: { label: words.undo, run: () => void put(lead, !on) },
      });
    } catch (error) {
      const problem = sentenceOf(error);
      // Nobody asks any more.
      if ($standing.get().on === undefined) show(id, { on: undefined, problem });
      toast({ title: words.failed, description: problem, destructive: true });
    }
  };

  return {
    $standing,

    /** Called for the lead in the panel, and to ask again. The returned function stops asking. */
    look: (lead: Person): (() => void) => {
      const { id } = lead;
      const stop = new AbortController();
      const { signal } = stop;
      if (shown?.id !== id) $standing.set(unknown);
      shown = { id, stop };
      const asking = async (): Promise<void> => {
        await wait(pauseBeforeAsking, signal);
        const response = await ask(api.doNotContact, { json: personOf(lead), signal });
        show(id, { on: answerSchema.parse(await response.json()).on, problem: undefined });
      };
      asking().catch((error: unknown) => {
        if (!signal.aborted) show(id, { on: $standing.get().on, problem: sentenceOf(error) });
      });
      return () => {
        stop.abort();
      };
    },

    /** Puts the person on the list, or takes them off. Each lead has at most one call at a time. */
    put,
  };
}

/** The server says what to set where the list has no key. */
const sentenceOf = (error: unknown): string => sentenceIn(error) ?? words.unreachable;
