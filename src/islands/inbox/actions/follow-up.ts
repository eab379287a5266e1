import { atom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { followUp as words } from '../../../copy/follow-up-words.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import {
  isClosed,
  outcomeNames,
  outcomeOf,
  type CallBack,
  type Note,
  type Outcome,
} from '../../../shared/follow-up-schema.ts';
import { canonical } from '../../../shared/json.ts';
import { shortTime } from '../../staff/format.ts';
import type { Lead } from '../list/leads.ts';
import type { ActionDeps, Saving } from './save.ts';

type Unstamped<T> = T extends unknown ? Omit<T, 'at' | 'by'> : never;

/** An outcome as it is chosen. */
export type Choice = Unstamped<Outcome>;

/** What the panel asks for. */
export type Question = 'lost' | 'not-a-lead' | 'call-back' | 'note';

/** A note that is edited, or a new one, with the id that each try has. */
type Written = { text: string } & ({ id: string; was: string } | { newId: string });

type Followed = Pick<Lead, 'id' | 'outcome'>;

export function createFollowUp(
  { save, offerUndo, inTurn }: Saving,
  { list, now, who }: ActionDeps,
) {
  /** The question that is open in the panel. */
  const $question = atom<{ id: string; of: Question } | undefined>();

  const stamp = () => ({ at: new Date(now()).toISOString(), by: who });

  interface Seen {
    was?: Outcome | null;
    /** The outcome that was on the screen when an admin began to type. */
    typedOver?: Outcome | undefined;
    call_back?: CallBack;
    /** Asked in its turn: until then, the screen shows what the changes before this one replace. */
    isChosen?: (shown: Outcome | null) => boolean;
  }

  /** Takes the outcome that is on the screen as the one the admin has seen, unless told otherwise. */
  const decide = (id: string, choice: Choice, seen: Seen = {}): Promise<boolean> =>
    inTurn(id, async () => {
      const { outcome: shown = null, call_back } = list.find(id) ?? {};
      const { typedOver, isChosen, ...given } = seen;
      const isOlder = typedOver && textOf(typedOver) !== textOf(shown);
      const { was = isOlder ? typedOver : shown, ...restored } = given;
      if (isChosen?.(shown)) return true;
      const { state, ...more } = choice;
      const stored = await save(id, {
        path: api.outcome,
        json: { outcome: state, ...more, was, ...restored },
        failed: words.outcome.failed,
        meanwhile: {
          outcome: { ...choice, ...stamp() },
          ...(isClosed(state) && { call_back: null }),
          ...restored,
        },
        again: () => void decide(id, choice, { ...seen, was }),
      });
      if (!stored) return false;
      const { outcome = null, ended = isClosed(state) ? call_back : null } = stored;
      const name = outcomeNames[outcomeOf(outcome)];
      const amount = outcome?.state === 'won' ? outcome.amount : undefined;
      offerUndo(id, words.outcome.saved(name, amount), () =>
        decide(id, unstamped(was), { was: outcome, ...(ended && { call_back: ended }) }),
      );
      return true;
    });

  /** Plans a call, or takes it off the list. Gives back what the server has stored. */
  const storeCall = (id: string, at: string | null, was: CallBack | null, again: () => void) =>
    save(id, {
      path: api.callBack,
      json: { at, was },
      failed: words.call.failed,
      meanwhile: { call_back: at === null ? null : { at, by: who } },
      again,
    });

  const storeAnswer = (id: string, answered: boolean) =>
    save(id, { path: api.answerSubmission, json: { answered }, failed: admin.answer.failed });

  /** The server refuses a time that has passed, but gives it a minute: what was due is due again at once. */
  const restored = (call: CallBack | null): string | null =>
    call && new Date(Math.max(Date.parse(call.at), now() - 30_000)).toISOString();

  const plan = (id: string, at: string | null, seen?: CallBack | null): Promise<void> =>
    inTurn(id, async () => {
      const was = seen === undefined ? (list.find(id)?.call_back ?? null) : seen;
      const stored = await storeCall(id, at, was, () => void plan(id, at, was));
      if (!stored) return;
      const { call_back = null } = stored;
      offerUndo(
        id,
        call_back ? words.call.at(shortTime(call_back.at, dayAt(now()))) : words.call.dropped,
        () => plan(id, restored(was), call_back),
      );
    });

  /** Whoever called has answered, too. */
  const finish = (id: string): Promise<void> =>
    inTurn(id, async () => {
      const was = list.find(id)?.call_back ?? null;
      const stored = await storeCall(id, null, was, () => void finish(id));
      if (!stored) return;
      const marked = stored.answered === null && (await storeAnswer(id, true));
      offerUndo(id, words.call.finished, async () => {
        if (marked && marked.answered?.by === who) await storeAnswer(id, false);
        await plan(id, restored(was), null);
      });
    });

  const write = (id: string, json: Written, again?: () => void) =>
    inTurn(id, () =>
      save(id, {
        path: api.note,
        json,
        failed: words.notes.notSaved,
        hasWords: true,
        again,
      }),
    );

  const remove = (id: string, { id: note, text }: Note): Promise<void> =>
    inTurn(id, async () => {
      const notes = list.find(id)?.notes?.filter((it) => it.id !== note) ?? [];
      const stored = await save(id, {
        path: api.note,
        json: { id: note, text: '', was: text },
        failed: words.notes.notRemoved,
        meanwhile: { notes },
      });
      const putBack = async () =>
        void (await write(id, { newId: note, text }, () => void putBack()));
      if (stored) offerUndo(id, words.notes.removed, putBack);
    });

  return {
    calling: {
      finish,
      plan: async (id: string, at: string | null): Promise<void> => {
        $question.set(undefined);
        await plan(id, at);
      },
    },

    noting: {
      remove,

      /** Whether the server has stored it. The box it was written in is the way to try again. */
      write: async (id: string, json: Written): Promise<boolean> =>
        (await write(id, json)) !== undefined,
    },

    following: {
      $question,

      forget: (): void => $question.set(undefined),

      /** Takes a choice at once, unless it asks for more. */
      press({ id, outcome }: Followed, is: Outcome['state'] | Question): void {
        if (is === 'open' || is === 'talking' || is === 'won') {
          $question.set(undefined);
          void decide(id, { state: is }, { isChosen: (shown) => outcomeOf(shown) === is });
        } else $question.set(is === outcomeOf(outcome) ? undefined : { id, of: is });
      },

      /** Whether it is stored. */
      decide({ id }: Followed, choice: Choice, typedOver?: Outcome): Promise<boolean> {
        $question.set(undefined);
        const isChosen = (it: Outcome | null) => textOf(it) === canonical(choice);
        return decide(id, choice, { isChosen, typedOver });
      },
    },
  };
}

/** The server stamps it anew. */
export function unstamped(outcome: Outcome | null): Choice {
  if (!outcome) return { state: 'open' };
  const { at, by, ...choice } = outcome;
  return choice;
}

/** The same for the same choice, whoever made it. */
export const textOf = (outcome: Outcome | null): string => canonical(unstamped(outcome));
