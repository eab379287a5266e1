import { atom } from 'nanostores';
import {
  awaitsAnswer,
  awaitsDecision,
  type SubmissionItem,
  type SubmissionsPage,
} from '../../../shared/submission.ts';

export type Lead = SubmissionItem;
export type LeadMap = ReadonlyMap<string, Lead>;

/** Every lead that was read, by its id, and the counts of held and of waiting leads in every view. */
export function createLeads() {
  const $leads = atom<LeadMap>(new Map());
  /** Undefined until the first answer. */
  const $held = atom<number | undefined>(undefined);
  const $waiting = atom<number | undefined>(undefined);
  /** When each lead was last written: answers may come in another order than they were asked for. */
  const written = new Map<string, number>();
  let clock = 0;

  return {
    $leads,
    $held,
    $waiting,
    find: (id: string): Lead | undefined => $leads.get().get(id),

    /** To be called when an answer is asked for. */
    now: () => clock,

    /** Takes leads from an answer, unless they were written after it was `asked` for. Returns their ids. */
    merge(answer: Partial<SubmissionsPage>, asked: number): Set<string> {
      const leads = new Map($leads.get());
      const taken = (answer.submissions ?? []).filter(({ id }) => (written.get(id) ?? 0) <= asked);
      clock += 1;
      for (const it of taken) {
        written.set(it.id, clock);
        // A lead that stays the same object is not rendered again.
        if (!isSame(leads.get(it.id), it)) leads.set(it.id, it);
      }
      $leads.set(leads);
      // Only first pages have the counts.
      if (answer.held !== undefined) $held.set(answer.held);
      if (answer.waiting !== undefined) $waiting.set(answer.waiting);
      return new Set(taken.map(({ id }) => id));
    },

    /** Shows what was done here, and counts it, before the next answer does. */
    change: (id: string, change: Partial<Lead>): void => {
      const before = $leads.get().get(id);
      if (!before) return;
      const after = { ...before, ...change };
      written.set(id, ++clock);
      $leads.set(new Map($leads.get()).set(id, after));
      add($held, Number(awaitsDecision(after)) - Number(awaitsDecision(before)));
      add($waiting, Number(awaitsAnswer(after)) - Number(awaitsAnswer(before)));
    },

    forget(id: string): void {
      $leads.set(new Map([...$leads.get()].filter(([it]) => it !== id)));
    },
  };
}

type Count = ReturnType<typeof createLeads>['$held'];

function add($count: Count, difference: number): void {
  const count = $count.get();
  if (count !== undefined && difference !== 0) $count.set(Math.max(0, count + difference));
}

const isSame = (one: Lead | undefined, other: Lead): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
