import { atom } from 'nanostores';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { isOptOut } from '../../../shared/submission.ts';
import { failure, type Ask } from '../../staff/ask.ts';
import { shortTime } from '../../staff/format.ts';
import type { LeadList } from '../list/lead-list.ts';
import type { Lead } from '../list/leads.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { changeSchema, resendOnce, type Resent } from './resending.ts';

type Answerable = Pick<Lead, 'id' | 'answered'>;

interface ActionDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  list: Pick<LeadList, 'find' | 'update' | 'askAgain'>;
  /** Removes a lead's row. The returned function puts it back. */
  take: (id: string) => () => void;
  now: () => number;
  /** The admin at this page, as the server names them. */
  who: string;
}

interface Call {
  path: string;
  json: object;
  /** The title of the toast if it fails. */
  failed: string;
  /** Shown until the server has answered. */
  meanwhile?: Partial<Lead>;
}

/** Answers, archives, releases, resends and settles leads. Each lead has at most one call of a kind at a time. */
export function createActions({ ask, toast, list, take, now, who }: ActionDeps) {
  const answers = oneAtATime();
  const archives = oneAtATime();
  const sends = oneAtATime();
  const settles = oneAtATime();
  /** The held lead of a person who asked not to be contacted, until an admin has said what to do. */
  const $asked = atom<Pick<Lead, 'id'> | undefined>();

  /** Shows what the server made of a change. Undefined if it failed. */
  const save = async (id: string, { path, json, failed, meanwhile = {} }: Call) => {
    const before = list.find(id);
    list.update(id, meanwhile);
    const shown = list.find(id);
    try {
      const response = await ask(path, { json: { submissionId: id, ...json } });
      const stored = changeSchema.parse(await response.json());
      list.update(id, stored);
      return stored;
    } catch (error) {
      // Something newer may have come meanwhile. It must not be overwritten by what was here before.
      if (before && list.find(id) === shown) list.update(id, before);
      void list.askAgain(id);
      toast(failure(failed, error));
      return undefined;
    }
  };

  const answer = ({ id, answered }: Answerable, isAnswered: boolean) =>
    answers.once(id, async () => {
      const { by, failed, saved, takenBack, undo } = admin.answer;
      const stored = await save(id, {
        path: api.answerSubmission,
        // Somebody else may have answered since, and that stamp must stay.
        json: { answered: isAnswered, ...(answered && { was: answered }) },
        failed,
        meanwhile: { answered: isAnswered ? { at: new Date(now()).toISOString(), by: who } : null },
      });
      if (!stored) return;
      const stamp = stored.answered;
      if (!stamp) toast({ title: takenBack });
      // Somebody else was faster, and their stamp isn't this admin's to take back by accident.
      else if (stamp.by !== who) toast({ title: by(stamp.by, shortTime(stamp.at, dayAt(now()))) });
      else {
        const run = (): void => void answer({ id, answered: stamp }, false);
        toast({ title: saved, action: { label: undo, run } });
      }
    });

  /** A row leaves only when the server has stored it, so that whoever closes the page finds what it showed. */
  const archive = (id: string, archived: boolean) =>
    archives.once(id, () =>
      save(id, {
        path: api.archiveSubmission,
        json: { archived },
        failed: archived ? admin.archive.failed : admin.archive.notRestored,
      }),
    );

  const release = (id: string, newConsent?: true) =>
    sends.once(id, async () => {
      const stored = await save(id, {
        path: api.releaseSubmission,
        json: { newConsent },
        failed: deliveryWords.release.failed,
      });
      if (stored) toast({ title: deliveryWords.release.released });
    });

  const resend = (id: string, ifUndelivered?: true): Promise<Resent | undefined> =>
    sends.once(id, async () => {
      const resent = await resendOnce(id, ask, ifUndelivered);
      list.update(id, resent.change);
      if (resent.problem !== undefined && !resent.change.attempts) void list.askAgain(id);
      return resent;
    });

  const settle = (id: string, settled: boolean): Promise<void> =>
    settles.once(id, async () => {
      const words = deliveryWords.settle;
      const path = api.settleSubmission;
      if (!(await save(id, { path, json: { settled }, failed: words.failed }))) return;
      const run = (): void => void settle(id, !settled);
      const title = settled ? words.settled : words.takenBack;
      toast({ title, action: { label: words.undo, run } });
    });

  return {
    answering: {
      /** Leads from before this was asked stay without an answer. */
      toggle: async (lead: Answerable): Promise<void> => {
        if (lead.answered !== undefined) await answer(lead, lead.answered === null);
      },

      /** For a click on the phone number or e-mail address. */
      reach: async (lead: Answerable): Promise<void> => {
        if (lead.answered === null) await answer(lead, true);
      },
    },

    archiving: {
      /** Puts a lead away, or back if it was put away before. */
      toggle: async ({ id, archived = false }: Pick<Lead, 'id' | 'archived'>): Promise<void> => {
        if (!(await archive(id, !archived))) return;
        const putBack = take(id);
        const undo = async (): Promise<void> => {
          if (await archive(id, archived)) putBack();
          // Its row is gone, so this is the quickest way back to it.
          else report();
        };
        const report = (): void => {
          toast({
            title: archived ? admin.archive.restored : admin.archive.archived,
            action: { label: admin.archive.undo, run: () => void undo() },
          });
        };
        report();
      },
    },

    settling: {
      /** Decides that a lead which was given up won't be delivered, or takes that back. */
      toggle: ({ id, delivery }: Pick<Lead, 'id' | 'delivery'>): Promise<void> =>
        settle(id, delivery.state !== 'settled'),
    },

    resending: {
      $sending: sends.$underWay,
      $asked,

      /** Resends one of many leads, unless it was delivered meanwhile. Undefined if it is being sent here. */
      resend: (id: string) => resend(id, true),

      /**
       * Resends one lead and reports the result. Releases it if it is held, and asks before that if the
       * person asked not to be contacted.
       */
      send: async ({ id, delivery }: Pick<Lead, 'id' | 'delivery'>): Promise<void> => {
        if (isOptOut(delivery)) {
          if (!sends.$underWay.get().has(id)) $asked.set({ id });
        } else if (delivery.state === 'held') {
          await release(id);
        } else {
          const resent = await resend(id);
          if (!resent) return;
          const { sent } = deliveryWords.resend;
          toast(resent.problem ? { title: resent.problem, destructive: true } : { title: sent });
        }
      },

      /** The person has agreed again. */
      releaseAsked: async (): Promise<void> => {
        const id = $asked.get()?.id;
        $asked.set(undefined);
        if (id !== undefined) await release(id, true);
      },
    },
  };
}
