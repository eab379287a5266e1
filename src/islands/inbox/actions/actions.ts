import { computed, type ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import { isDue } from '../../../shared/awaits.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { pause } from '../../staff/Button.tsx';
import { shortTime } from '../../staff/format.ts';
import { once, underWay } from '../../staff/query-client.ts';
import type { Lead } from '../leads.ts';
import { createChanges, type ActionDeps } from './change.ts';
import { createFollowUp } from './follow-up.ts';
import { resendOnce, type Resent } from './resend.ts';

type Answerable = Pick<Lead, 'id' | 'answered'>;

interface Deps extends ActionDeps {
  /** Removes the row. Returns a function that puts it back. */
  take: (id: string) => () => void;
  $openedId: ReadableAtom<string | undefined>;
  open: (lead: Lead) => void;
}

export function createActions(deps: Deps) {
  const { ask, client, leads, take, $openedId, open, now, who } = deps;
  const changes = createChanges(deps);
  const { change, isChanging, report, offerUndo, reportAlone, undo } = changes;
  let left = { id: '', at: -Infinity };

  const answer = async (id: string, isAnswered: boolean): Promise<void> => {
    const { by, failed, saved, takenBack } = admin.answer;
    if (isChanging(id, api.answerSubmission)) return;
    const result = await change(id, {
      path: api.answerSubmission,
      json: { answered: isAnswered },
      failed,
      again: () => void answer(id, isAnswered),
      optimistic: {
        answered: isAnswered ? { at: new Date(now()).toISOString(), by: who } : null,
      },
    });
    if (!result) return;
    const { answered = null } = result.stored;
    const changed = { answered };
    if (!answered) offerUndo(takenBack, { id, changed, run: () => answer(id, true) });
    // Another admin answered first. This admin must not take back their stamp by accident.
    else if (answered.by !== who)
      report(id, { title: by(answered.by, shortTime(answered.at, dayAt(now()))) });
    else offerUndo(saved, { id, changed, run: () => answer(id, false) });
  };

  /**
   * The row leaves only after the server has stored the change, so that an admin who closes the page at
   * once finds the state that it showed.
   */
  const archive = async (id: string, archived: boolean) => {
    if (isChanging(id, api.archiveSubmission)) return undefined;
    const failed = archived ? admin.archive.failed : admin.archive.notRestored;
    return change(id, { path: api.archiveSubmission, json: { archived }, failed });
  };

  const release = ({ id, opted_out }: Lead) =>
    once(client, ['resend', id], async () => {
      const { failed, released } = deliveryWords.release;
      // The server refuses if the person has opted out since.
      const json = { was: opted_out?.at ?? null };
      const result = await change(id, { path: api.releaseSubmission, json, failed });
      if (!result) return;
      leads.store(id, { opted_out: null });
      report(id, { title: released });
    });

  const resend = (id: string, ifUndelivered?: true): Promise<Resent | undefined> =>
    once(client, ['resend', id], async () => {
      const resent = await resendOnce(id, ask, ifUndelivered);
      leads.store(id, resent.change);
      if (resent.problem !== undefined && !resent.change.attempts)
        void leads.refresh(id).catch(() => undefined);
      return resent;
    });

  const followUp = createFollowUp(changes, deps);
  const isCall = ({ id }: Answerable): boolean => {
    const lead = leads.find(id);
    return lead !== undefined && isDue(lead, now());
  };

  /** Leads stored before answers were recorded have no field, and stay without one. */
  const toggle = async (lead: Answerable): Promise<void> => {
    if (isCall(lead)) await followUp.calling.finish(lead.id);
    else if (lead.answered !== undefined) await answer(lead.id, lead.answered === null);
  };

  return {
    reportAlone,
    undo,

    answering: {
      toggle,

      offer: (lead: Lead): void => {
        if (!isCall(lead) && lead.answered !== null) return;
        const { called, label, offered } = admin.answer;
        const run = () => void toggle(leads.find(lead.id) ?? lead);
        reportAlone({
          title: offered,
          description: lead.name,
          action: { label: isCall(lead) ? called : label, run },
        });
      },
    },

    ...followUp,

    archiving: {
      toggle: async ({ id, archived = false }: Pick<Lead, 'id' | 'archived'>): Promise<void> => {
        if (id !== left.id && performance.now() - left.at < pause) return;
        if (!(await archive(id, !archived))) return;
        const putBack = take(id);
        left = { id, at: performance.now() };
        const changed = { archived: !archived };
        const offer = (): void =>
          offerUndo(archived ? admin.archive.restored : admin.archive.archived, {
            id,
            changed,
            run: async () => {
              if (!(await archive(id, archived))) {
                // The row is gone, so offer the quickest way back to it.
                offer();
                return;
              }
              putBack();
              report(id, { title: archived ? admin.archive.archived : admin.archive.restored });
            },
          });
        offer();
      },
    },

    resending: {
      $sending: computed(underWay<string>(client, ['resend']), (ids) => new Set(ids)),

      /** Resends one lead of a bulk, unless delivered. Undefined if it is already being sent. */
      resend: (id: string) => resend(id, true),

      /**
       * Resends one lead and reports the result. A held lead is released. If its person asked not to be
       * contacted, opens the panel first, because it says when, and whether they agreed again.
       */
      send: async (lead: Lead): Promise<void> => {
        const { id, delivery } = lead;
        if (delivery.state === 'held') {
          if (lead.opted_out && $openedId.get() !== id) open(lead);
          else await release(lead);
        } else {
          const resent = await resend(id);
          if (!resent) return;
          const { sent } = deliveryWords.resend;
          const { problem } = resent;
          report(id, problem ? { title: problem, destructive: true } : { title: sent });
        }
      },
    },
  };
}
