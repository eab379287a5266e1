/**
 * What an admin notes about a lead: its outcome, its call back and its notes. A change goes like this:
 *
 * 1. It shows at once, and waits until the server has stored all earlier changes of the lead (`change.ts`).
 * 2. The request is made: `was` is the value that it replaces. If a colleague has stored another one, the server refuses.
 * 3. After a success, a toast offers undo: a change back, whose `was` is the stored value. After a failure, it offers a
 *    retry with the same `was`, which must not replace what a colleague has stored since.
 */
import { atom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { followUp as words } from '../../../copy/follow-up-words.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import {
  isClosed,
  outcomeOf,
  type CallBack,
  type Note,
  type Outcome,
} from '../../../shared/follow-up-schema.ts';
import { canonical } from '../../../shared/json.ts';
import { shortTime } from '../../staff/format.ts';
import type { Lead } from '../leads.ts';
import type { ActionDeps, Changes } from './change.ts';
import { saysOutcome } from './news.ts';

/** Distributes over a union. `Omit` alone would drop the fields that only some members have. */
type Unstamped<T> = T extends unknown ? Omit<T, 'at' | 'by'> : never;

/** An outcome as an admin chooses it. The server stamps it. */
export type Choice = Unstamped<Outcome>;

export type Question = 'lost' | 'not-a-lead' | 'call-back';

type NoteText = { text: string } & ({ id: string; was: string } | { newId: string });

/** What a change of the outcome starts from. */
interface Basis {
  /** The outcome to replace. If undefined, the newest one when the request is made. */
  was?: Outcome | null;
  /** The outcome that was shown when the admin began to type. */
  shownWhenTyping?: Outcome | undefined;
  /** For undo: the call back that the outcome has ended. */
  endedCall?: CallBack | undefined;
}

interface SavedOutcome {
  id: string;
  outcome: Outcome | null;
  /** The outcome before it, and the call back that it ended. Undo restores both. */
  was: Outcome | null;
  endedCall: CallBack | undefined;
  at: number;
}

export function createFollowUp({ change, offerUndo }: Changes, { leads, now, who }: ActionDeps) {
  /** The question that is open in the panel of this lead. */
  const $question = atom<{ id: string; about: Question } | undefined>();

  let lastSaved: SavedOutcome | undefined;

  const saveOutcome = async (id: string, choice: Choice, basis: Basis = {}): Promise<boolean> => {
    const { state, ...more } = choice;
    const { endedCall } = basis;
    const restored = endedCall && { call_back: endedCall };
    const result = await change(id, {
      path: api.outcome,
      json: (before) => ({ outcome: state, ...more, was: replacedBy(basis, before), ...restored }),
      failed: words.outcome.failed,
      optimistic: {
        outcome: { ...choice, at: new Date(now()).toISOString(), by: who },
        ...(isClosed(state) && { call_back: null }),
        ...restored,
      },
      again: (before) => void saveOutcome(id, choice, { ...basis, was: replacedBy(basis, before) }),
    });
    if (!result) return false;
    const { stored, before } = result;
    // The server names the call that it ended. A repeated request ends none, so use the call known before.
    const { outcome = null, ended = isClosed(state) ? before?.call_back : null } = stored;
    const was = replacedBy(basis, before);
    const next = { id, outcome, was, endedCall: ended ?? undefined, at: now() };
    const saved = lastSaved && addsTo(lastSaved, next) ? { ...lastSaved, outcome } : next;
    lastSaved = saved;
    const canceled = next.endedCall ? `. ${words.call.dropped}` : '';
    offerUndo(saysOutcome(outcome) + canceled, {
      id,
      changed: { outcome },
      run: () => saveOutcome(id, choiceOf(saved.was), { was: outcome, endedCall: saved.endedCall }),
    });
    return true;
  };

  /** `was` is the call back to replace. If undefined, the newest one when the request is made. */
  const sendCall = async (
    id: string,
    at: string | null,
    was: CallBack | null | undefined,
    again: (was: CallBack | null) => void,
  ) => {
    const replacedIn = (before: Lead | undefined): CallBack | null =>
      was === undefined ? (before?.call_back ?? null) : was;
    const result = await change(id, {
      path: api.callBack,
      json: (before) => ({ at, was: replacedIn(before) }),
      failed: words.call.failed,
      optimistic: { call_back: at === null ? null : { at, by: who } },
      again: (before) => again(replacedIn(before)),
    });
    return result && { stored: result.stored, was: replacedIn(result.before) };
  };

  /** The server refuses times older than a minute, so undo makes an overdue call due now. */
  const timeToRestore = (call: CallBack | null): string | null =>
    call && new Date(Math.max(Date.parse(call.at), now() - 30_000)).toISOString();

  const saveCall = async (id: string, at: string | null, was?: CallBack | null): Promise<void> => {
    const result = await sendCall(id, at, was, (same) => void saveCall(id, at, same));
    if (!result) return;
    const { call_back = null } = result.stored;
    const title = call_back
      ? words.call.at(shortTime(call_back.at, dayAt(now())))
      : words.call.dropped;
    offerUndo(title, {
      id,
      changed: { call_back },
      run: () => saveCall(id, timeToRestore(result.was), call_back),
    });
  };

  const sendAnswer = (id: string, answered: boolean) =>
    change(id, { path: api.answerSubmission, json: { answered }, failed: admin.answer.failed });

  /** Also marks the lead as answered. A retry finishes the newest call back. */
  const finishCall = async (id: string): Promise<void> => {
    const result = await sendCall(id, null, undefined, () => void finishCall(id));
    if (!result) return;
    const mark = result.stored.answered === null ? await sendAnswer(id, true) : undefined;
    const { answered } = mark?.stored ?? {};
    const isMine = answered?.by === who;
    offerUndo(words.call.finished, {
      id,
      changed: { call_back: null, ...(isMine && { answered }) },
      run: async () => {
        if (isMine) await sendAnswer(id, false);
        await saveCall(id, timeToRestore(result.was), null);
      },
    });
  };

  const sendNote = (id: string, json: NoteText, again?: () => void) =>
    change(id, { path: api.note, json, failed: words.notes.notSaved, hasWords: true, again });

  const removeNote = async (id: string, { id: note, text }: Note): Promise<void> => {
    const notes = leads.find(id)?.notes?.filter((it) => it.id !== note) ?? [];
    const result = await change(id, {
      path: api.note,
      json: { id: note, text: '', was: text },
      failed: words.notes.notRemoved,
      optimistic: { notes },
    });
    const putBack = async () =>
      void (await sendNote(id, { newId: note, text }, () => void putBack()));
    if (result) offerUndo(words.notes.removed, { id, changed: {}, run: putBack });
  };

  return {
    calling: {
      finish: finishCall,
      plan: async (id: string, at: string | null): Promise<void> => {
        $question.set(undefined);
        await saveCall(id, at);
      },
    },

    noting: {
      remove: removeNote,

      /** Returns whether the server has stored it. On failure, the note's box offers to try again. */
      write: async (id: string, note: NoteText): Promise<boolean> =>
        (await sendNote(id, note)) !== undefined,
    },

    following: {
      $question,

      forget: (): void => $question.set(undefined),

      /** Saves an outcome that needs no reason. For any other choice, opens or closes its question. */
      press({ id }: Pick<Lead, 'id'>, choice: Outcome['state'] | Question) {
        const isChosen = outcomeOf(leads.find(id)?.outcome) === choice;
        if (choice === 'open' || choice === 'talking' || choice === 'won') {
          $question.set(undefined);
          if (!isChosen) void saveOutcome(id, { state: choice });
        } else $question.set(isChosen ? undefined : { id, about: choice });
      },

      /** Returns whether the outcome is stored. */
      async decide({ id }: Pick<Lead, 'id'>, choice: Choice, shownWhenTyping?: Outcome) {
        $question.set(undefined);
        if (choiceKey(leads.find(id)?.outcome ?? null) === canonical(choice)) return true;
        return saveOutcome(id, choice, { shownWhenTyping });
      },
    },
  };
}

/** If the outcome has changed since the admin began to type, returns the one shown then, and the server refuses. */
function replacedBy({ was, shownWhenTyping }: Basis, before: Lead | undefined): Outcome | null {
  if (was !== undefined) return was;
  const { outcome = null } = before ?? {};
  return shownWhenTyping && choiceKey(shownWhenTyping) !== choiceKey(outcome)
    ? shownWhenTyping
    : outcome;
}

/** In ms. */
const oneChange = 60_000;

/** An addition soon after the outcome, such as its amount, counts as one change with it, and undo takes back both. */
const addsTo = (last: SavedOutcome, next: SavedOutcome): boolean =>
  next.id === last.id &&
  canonical(next.was) === canonical(last.outcome) &&
  next.outcome?.state === last.outcome?.state &&
  next.at - last.at < oneChange;

export function choiceOf(outcome: Outcome | null): Choice {
  if (!outcome) return { state: 'open' };
  const { at, by, ...choice } = outcome;
  return choice;
}

/** Equal for equal choices of different admins. */
export const choiceKey = (outcome: Outcome | null): string => canonical(choiceOf(outcome));
