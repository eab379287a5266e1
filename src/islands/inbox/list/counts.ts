import { atom, type WritableAtom } from 'nanostores';
import {
  awaitsAnswer,
  awaitsDecision,
  type SubmissionItem,
  type SubmissionsPage,
} from '../../../shared/submission.ts';

type Count = WritableAtom<number | undefined>;

/** How many leads are held as spam and how many wait, whatever the filter. Undefined at first. */
export function createCounts() {
  const $held: Count = atom();
  const $waiting: Count = atom();

  return {
    $held,
    $waiting,

    /** Takes the server's counts. Only first pages have them. */
    read({ held, waiting }: Pick<SubmissionsPage, 'held' | 'waiting'>): void {
      if (held !== undefined) $held.set(held);
      if (waiting !== undefined) $waiting.set(waiting);
    },

    /** Counts what this page changed, before the server's next answer does. */
    follow(before: SubmissionItem, after: SubmissionItem): void {
      add($held, Number(awaitsDecision(after)) - Number(awaitsDecision(before)));
      add($waiting, Number(awaitsAnswer(after)) - Number(awaitsAnswer(before)));
    },
  };
}

function add($count: Count, difference: number): void {
  const count = $count.get();
  if (count !== undefined && difference !== 0) $count.set(Math.max(0, count + difference));
}
