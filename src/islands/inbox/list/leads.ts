import { atom, type WritableAtom } from 'nanostores';
import { forgetNotes } from '../../../browser/session.ts';
import { awaitsAnswer, awaitsDecision, isDue } from '../../../shared/awaits.ts';
import type { SubmissionItem, SubmissionsPage } from '../../../shared/submission.ts';
import { now } from '../../staff/clock.ts';

export type Lead = SubmissionItem;

const awaitsSomebody = (lead: Lead): boolean => awaitsAnswer(lead) || isDue(lead, now());

type Count = WritableAtom<number | undefined>;

/** Every lead that was read, by its id, and the counts of held and waiting leads in every view. */
export function createLeads() {
  const $leads = atom<ReadonlyMap<string, Lead>>(new Map());
  /** Undefined until the first answer. */
  const $held: Count = atom();
  const $waiting: Count = atom();

  const count = ($count: Count, isCounted: (lead: Lead) => boolean, before: Lead, after: Lead) => {
    const known = $count.get();
    if (known === undefined) return;
    $count.set(Math.max(0, known + Number(isCounted(after)) - Number(isCounted(before))));
  };

  return {
    $leads,
    $held,
    $waiting,
    find: (id: string): Lead | undefined => $leads.get().get(id),

    /** Takes what a page says. Only first pages have the counts. */
    merge(page: Omit<SubmissionsPage, 'next_cursor'>): void {
      const { submissions, due = [], held, waiting } = page;
      const leads = new Map($leads.get());
      for (const it of [...submissions, ...due]) {
        // A lead that stays the same object is not rendered again.
        if (JSON.stringify(leads.get(it.id)) !== JSON.stringify(it)) leads.set(it.id, it);
      }
      $leads.set(leads);
      if (held !== undefined) $held.set(held);
      if (waiting !== undefined) $waiting.set(waiting);
    },

    /** Shows what was done here, and counts it, before the next answer does. */
    change(id: string, change: Partial<Lead>): void {
      const before = $leads.get().get(id);
      if (!before) return;
      const after = { ...before, ...change };
      $leads.set(new Map($leads.get()).set(id, after));
      count($held, awaitsDecision, before, after);
      count($waiting, awaitsSomebody, before, after);
    },

    forget(id: string): void {
      $leads.set(new Map([...$leads.get()].filter(([it]) => it !== id)));
      forgetNotes(id);
    },
  };
}
