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

type Unstamped<T> = T extends unknown ? Omit<T, 'at' | 'by'> : never;

export type Choice = Unstamped<Outcome>;

export type Question = 'lost' | 'not-a-lead' | 'call-back';

type Written = { text: string } & ({ id: string; was: string } | { newId: string });

type Followed = Pick<Lead, 'id' | 'outcome'>;

interface Decided {
  id: string;
  outcome: Outcome | null;
  before: Outcome | null;
  ended?: CallBack | undefined;
  at: number;
}

/** In ms. An addition within this time, such as an amount, counts as one change with the outcome. */
const oneChange = 60_000;

export function createFollowUp({ change, offerUndo }: Changes, { leads, now, who }: ActionDeps) {
  const $question = atom<{ id: string; about: Question } | undefined>();

  const stamp = () => ({ at: new Date(now()).toISOString(), by: who });

  let latest: Decided | undefined;

  interface Seen {
    was?: Outcome | null;
    typedOver?: Outcome | undefined;
    call_back?: CallBack;
  }

  const decide = async (id: string, choice: Choice, seen: Seen = {}): Promise<boolean> => {
    const { state, ...more } = choice;
    const { typedOver, call_back: restored } = seen;
    let was: Outcome | null = null;
    let call: CallBack | null | undefined;
    const stored = await change(id, {
      path: api.outcome,
      json: (lead) => {
        const { outcome = null } = lead ?? {};
        call = lead?.call_back;
        const isOlder = typedOver && textOf(typedOver) !== textOf(outcome);
        was = seen.was === undefined ? (isOlder ? typedOver : outcome) : seen.was;
        return { outcome: state, ...more, was, ...(restored && { call_back: restored }) };
      },
      failed: words.outcome.failed,
      optimistic: {
        outcome: { ...choice, ...stamp() },
        ...(isClosed(state) && { call_back: null }),
        ...(restored && { call_back: restored }),
      },
      again: () => void decide(id, choice, { ...seen, was }),
    });
    if (!stored) return false;
    const { outcome = null, ended = isClosed(state) ? call : null } = stored;
    const decided: Decided =
      latest && addsTo(latest, id, outcome, was) && now() - latest.at < oneChange
        ? { ...latest, outcome }
        : { id, outcome, before: was, ended: ended ?? undefined, at: now() };
    latest = decided;
    offerUndo(saysOutcome(outcome), {
      id,
      changed: { outcome },
      run: () =>
        decide(id, unstamped(decided.before), {
          was: outcome,
          ...(decided.ended && { call_back: decided.ended }),
        }),
    });
    return true;
  };

  const storeCall = (
    id: string,
    at: string | null,
    again: () => void,
    was: (lead: Lead | undefined) => CallBack | null,
  ) =>
    change(id, {
      path: api.callBack,
      json: (lead) => ({ at, was: was(lead) }),
      failed: words.call.failed,
      optimistic: { call_back: at === null ? null : { at, by: who } },
      again,
    });

  const storeAnswer = (id: string, answered: boolean) =>
    change(id, { path: api.answerSubmission, json: { answered }, failed: admin.answer.failed });

  /** The server refuses times older than a minute: a call that was due becomes due at once. */
  const restored = (call: CallBack | null): string | null =>
    call && new Date(Math.max(Date.parse(call.at), now() - 30_000)).toISOString();

  const plan = async (id: string, at: string | null, seen?: CallBack | null): Promise<void> => {
    let was: CallBack | null = null;
    const stored = await storeCall(
      id,
      at,
      () => void plan(id, at, was),
      (lead) => (was = seen === undefined ? (lead?.call_back ?? null) : seen),
    );
    if (!stored) return;
    const { call_back = null } = stored;
    const title = call_back
      ? words.call.at(shortTime(call_back.at, dayAt(now())))
      : words.call.dropped;
    offerUndo(title, {
      id,
      changed: { call_back },
      run: () => plan(id, restored(was), call_back),
    });
  };

  /** Finishing a call also marks the lead as answered. */
  const finish = async (id: string): Promise<void> => {
    let was: CallBack | null = null;
    const stored = await storeCall(
      id,
      null,
      () => void finish(id),
      (lead) => (was = lead?.call_back ?? null),
    );
    if (!stored) return;
    const marked = stored.answered === null && (await storeAnswer(id, true));
    const isMine = marked && marked.answered?.by === who;
    offerUndo(words.call.finished, {
      id,
      changed: { call_back: null, ...(isMine && { answered: marked.answered }) },
      run: async () => {
        if (isMine) await storeAnswer(id, false);
        await plan(id, restored(was), null);
      },
    });
  };

  const write = (id: string, json: Written, again?: () => void) =>
    change(id, { path: api.note, json, failed: words.notes.notSaved, hasWords: true, again });

  const remove = async (id: string, { id: note, text }: Note): Promise<void> => {
    const notes = leads.find(id)?.notes?.filter((it) => it.id !== note) ?? [];
    const stored = await change(id, {
      path: api.note,
      json: { id: note, text: '', was: text },
      failed: words.notes.notRemoved,
      optimistic: { notes },
    });
    const putBack = async () => void (await write(id, { newId: note, text }, () => void putBack()));
    if (stored) offerUndo(words.notes.removed, { id, changed: {}, run: putBack });
  };

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

      /** Returns whether the server has stored it. On failure, the note's box offers to try again. */
      write: async (id: string, json: Written): Promise<boolean> =>
        (await write(id, json)) !== undefined,
    },

    following: {
      $question,

      forget: (): void => $question.set(undefined),

      press({ id, outcome }: Followed, choice: Outcome['state'] | Question): void {
        if (choice === 'open' || choice === 'talking' || choice === 'won') {
          $question.set(undefined);
          if (outcomeOf(leads.find(id)?.outcome) !== choice) void decide(id, { state: choice });
        } else $question.set(choice === outcomeOf(outcome) ? undefined : { id, about: choice });
      },

      async decide({ id }: Followed, choice: Choice, typedOver?: Outcome): Promise<boolean> {
        $question.set(undefined);
        if (textOf(leads.find(id)?.outcome ?? null) === canonical(choice)) return true;
        return decide(id, choice, { typedOver });
      },
    },
  };
}

/** The server stamps it again. */
export function unstamped(outcome: Outcome | null): Choice {
  if (!outcome) return { state: 'open' };
  const { at, by, ...choice } = outcome;
  return choice;
}

/** Equal for equal choices of different admins. */
export const textOf = (outcome: Outcome | null): string => canonical(unstamped(outcome));

/** Whether an outcome adds to one that was stored here, such as its amount. */
const addsTo = (
  { id, outcome }: Decided,
  idNow: string,
  outcomeNow: Outcome | null,
  was: Outcome | null,
): boolean =>
  id === idNow && canonical(outcome) === canonical(was) && outcomeNow?.state === outcome?.state;
