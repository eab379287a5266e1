import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { answerSchema, type Answer, type SubmissionItem } from '../../../shared/submission.ts';
import { failure, type Ask } from '../../staff/ask.ts';
import { shortTime } from '../../staff/format.ts';
import type { LeadList } from '../list/lead-list.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const answeredSchema = z.object({ answered: z.nullable(answerSchema) });
const words = admin.answer;

interface AnsweringDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  list: Pick<LeadList, 'find' | 'update' | 'askAgain'>;
  now: () => Date;
  /** The admin at this page, as the server names them. */
  who: string;
}

type Lead = Pick<SubmissionItem, 'id' | 'answered'>;

/** Says that a person was answered, and takes it back. Each lead has at most one call at a time. */
export function createAnswering({ ask, toast, list, now, who }: AnsweringDeps) {
  const { once } = oneAtATime();

  /** Shows the change at once, and then what the server made of it. */
  const save = async ({ id, answered }: Lead, isAnswered: boolean): Promise<void> => {
    const shown = isAnswered ? { at: now().toISOString(), by: who } : null;
    list.update(id, { answered: shown });
    try {
      // Somebody else may have answered since, and that stamp must stay.
      const json = { submissionId: id, answered: isAnswered, ...(answered && { was: answered }) };
      const response = await ask(api.answerSubmission, { json });
      const stored = answeredSchema.parse(await response.json());
      list.update(id, stored);
      toast(reportOf(id, stored.answered));
    } catch (error) {
      // Something newer may have come meanwhile. It must not be overwritten by what was here before.
      if (list.find(id)?.answered === shown) list.update(id, { answered });
      void list.askAgain(id);
      toast(failure(words.failed, error));
    }
  };

  const reportOf = (id: string, answered: Answer | null): Toast => {
    if (!answered) return { title: words.takenBack };
    // Somebody else was faster, and their stamp isn't this admin's to take back by accident.
    if (answered.by !== who)
      return { title: words.by(answered.by, shortTime(answered.at, dayAt(now().getTime()))) };
    const undo = (): void => void saveOnce({ id, answered }, false);
    return { title: words.saved, action: { label: words.undo, run: undo } };
  };

  const saveOnce = (lead: Lead, isAnswered: boolean) => once(lead.id, () => save(lead, isAnswered));

  return {
    /** Leads from before this was asked stay without an answer. */
    toggle: async (lead: Lead): Promise<void> => {
      if (lead.answered !== undefined) await saveOnce(lead, lead.answered === null);
    },

    /** For a click on the phone number or e-mail address. */
    reach: async (lead: Lead): Promise<void> => {
      if (lead.answered === null) await saveOnce(lead, true);
    },
  };
}
