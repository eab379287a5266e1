import type { ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { isDue } from '../../../shared/awaits.ts';
import { pause } from '../../staff/Button.tsx';
import { shortTime } from '../../staff/format.ts';
import type { Lead } from '../list/leads.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { createFollowUp } from './follow-up.ts';
import { createSave, resendOnce, type ActionDeps, type Resent } from './save.ts';

type Answerable = Pick<Lead, 'id' | 'answered'>;

interface Deps extends ActionDeps {
  /** Removes a lead's row. The returned function puts it back. */
  take: (id: string) => () => void;
  /** The lead in the panel. */
  $openedId: ReadableAtom<string | undefined>;
  open: (lead: Lead) => void;
}

export function createActions(deps: Deps) {
  const { ask, list, take, $openedId, open, now, who } = deps;
  const saving = createSave(deps);
  const { save, report, offerUndo, reportAlone, undo, isSaving, saved } = saving;
  const sends = oneAtATime();
  let left = { id: '', at: -Infinity };

  const answer = async (id: string, isAnswered: boolean): Promise<void> => {
    const { by, failed, saved, takenBack } = admin.answer;
    const stored = await save(id, {
      path: api.answerSubmission,
      json: { answered: isAnswered },
      failed,
      again: () => void answer(id, isAnswered),
      meanwhile: {
        answered: isAnswered ? { at: new Date(now()).toISOString(), by: who } : null,
      },
    });
    if (!stored) return;
    const stamp = stored.answered;
    if (!stamp) offerUndo(id, takenBack, () => answer(id, true));
    // Somebody else was faster, and their stamp isn't this admin's to take back by accident.
    else if (stamp.by !== who)
      report(id, { title: by(stamp.by, shortTime(stamp.at, dayAt(now()))) });
    else offerUndo(id, saved, () => answer(id, false));
  };

  /** A row leaves only when the server has stored it, so that whoever closes the page finds what it showed. */
  const archive = (id: string, archived: boolean) => {
    const failed = archived ? admin.archive.failed : admin.archive.notRestored;
    return save(id, { path: api.archiveSubmission, json: { archived }, failed });
  };

  const release = ({ id, opted_out }: Lead) =>
    sends.once(id, async () => {
      const { failed, released } = deliveryWords.release;
      // The server refuses if the person has opted out since.
      const json = { was: opted_out?.at ?? null };
      const stored = await save(id, { path: api.releaseSubmission, json, failed });
      if (!stored) return;
      list.update(id, { opted_out: null });
      report(id, { title: released });
    });

  const resend = (id: string, ifUndelivered?: true): Promise<Resent | undefined> =>
    sends.once(id, async () => {
      const resent = await resendOnce(id, ask, ifUndelivered);
      list.update(id, resent.change);
      if (resent.problem !== undefined && !resent.change.attempts) void list.askAgain(id);
      return resent;
    });

  const followUp = createFollowUp(saving, deps);
  /** Whether an answer to this lead is the call that is due. */
  const isCall = ({ id }: Answerable): boolean => {
    const lead = list.find(id);
    return lead !== undefined && isDue(lead, now());
  };

  return {
    reportAlone,
    undo,
    isSaving,
    saved,

    answering: {
      /** Leads from before this was asked stay without an answer. */
      toggle: async (lead: Answerable): Promise<void> => {
        if (isCall(lead)) await followUp.calling.finish(lead.id);
        else if (lead.answered !== undefined) await answer(lead.id, lead.answered === null);
      },

      /** For a click on the phone number or e-mail address. */
      reach: async (lead: Answerable): Promise<void> => {
        if (isCall(lead)) await followUp.calling.finish(lead.id);
        else if (lead.answered === null) await answer(lead.id, true);
      },
    },

    ...followUp,

    archiving: {
      /** Puts a lead away, or back if it was put away before. */
      toggle: async ({ id, archived = false }: Pick<Lead, 'id' | 'archived'>): Promise<void> => {
        if (id !== left.id && performance.now() - left.at < pause) return;
        if (!(await archive(id, !archived))) return;
        const putBack = take(id);
        left = { id, at: performance.now() };
        const offer = (): void => {
          offerUndo(id, archived ? admin.archive.restored : admin.archive.archived, async () => {
            if (await archive(id, archived)) putBack();
            // Its row is gone, so this is the quickest way back to it.
            else offer();
          });
        };
        offer();
      },
    },

    resending: {
      $sending: sends.$underWay,
      /** Resends one of many leads, unless it was delivered meanwhile. Undefined if it is being sent here. */
      resend: (id: string) => resend(id, true),

      /**
       * Resends one lead and reports the result. Releases it if it is held. If its person asked not to be
       * contacted, the panel comes first, because it says when, and when they agreed again.
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
