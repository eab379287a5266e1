import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { answerSchema, type Answer, type SubmissionItem } from '../../../shared/submission.ts';
import { AskError, failure, type Ask } from '../../staff/ask.ts';
import { shortTime } from '../../staff/format.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const answeredSchema = z.object({ answered: z.nullable(answerSchema) });

interface AnsweringDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  update: (id: string, change: Pick<SubmissionItem, 'answered'>) => void;
  now: () => Date;
  /** The admin at this page, as the server names them. */
  who: string;
}

type Lead = Pick<SubmissionItem, 'id' | 'answered'>;

/** Says that a person was answered, and takes it back. Each lead has at most one call at a time. */
export function createAnswering({ ask, toast, update, now, who }: AnsweringDeps) {
  const words = admin.answer;
  const once = oneAtATime();

  /** Shows the change at once, and then what the server made of it. */
  const save = async ({ id, answered }: Lead, isAnswered: boolean): Promise<void> => {
    update(id, { answered: isAnswered ? { at: now().toISOString(), by: who } : null });
    try {
      // Somebody else may have answered since, and that stamp must stay.
      const json = { submissionId: id, answered: isAnswered, ...(answered && { was: answered }) };
      const response = await ask(api.answerSubmission, { json });
      const stored = answeredSchema.parse(await response.json());
      update(id, stored);
      toast(reportOf(id, stored.answered));
    } catch (error) {
      update(id, { answered });
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

const archivedSchema = z.object({ archived: z.boolean() });

interface ArchivingDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  update: (id: string, change: Pick<SubmissionItem, 'archived'>) => void;
  /** Removes a lead's row. The returned function puts it back. */
  take: (id: string) => () => void;
}

/**
 * Puts leads away, and back. A row leaves only when the server has stored it, so that whoever closes
 * the page finds what it showed.
 */
export function createArchiving({ ask, toast, update, take }: ArchivingDeps) {
  const words = admin.archive;
  const once = oneAtATime();

  /** Undefined if another try can't succeed, because somebody has erased the lead. */
  const save = async (id: string, archived: boolean): Promise<boolean | undefined> => {
    try {
      const response = await ask(api.archiveSubmission, { json: { submissionId: id, archived } });
      update(id, archivedSchema.parse(await response.json()));
      return true;
    } catch (error) {
      toast(failure(archived ? words.failed : words.notRestored, error));
      return error instanceof AskError && error.why === 'refused' ? undefined : false;
    }
  };

  /** Returns whether the server did it. Also undefined if an earlier call is on its way. */
  const saveOnce = (id: string, archived: boolean) => once(id, () => save(id, archived));

  return {
    /** Puts a lead away, or back if it was put away before. */
    toggle: async ({ id, archived = false }: Pick<SubmissionItem, 'id' | 'archived'>) => {
      if (!(await saveOnce(id, !archived))) return;
      const putBack = take(id);
      const undo = async (): Promise<void> => {
        const done = await saveOnce(id, archived);
        if (done) putBack();
        // Its row is gone, so this is the only way back to it from here.
        if (done === false) report();
      };
      const report = (): void => {
        toast({
          title: archived ? words.restored : words.archived,
          action: { label: words.undo, run: () => void undo() },
        });
      };
      report();
    },
  };
}
