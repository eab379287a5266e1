import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { AskError, failure, type Ask } from '../../staff/ask.ts';
import type { LeadList } from '../list/lead-list.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const archivedSchema = z.object({ archived: z.boolean() });
const words = admin.archive;

interface ArchivingDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  list: Pick<LeadList, 'update' | 'askAgain'>;
  /** Removes a lead's row. The returned function puts it back. */
  take: (id: string) => () => void;
}

/**
 * Puts leads away, and back. A row leaves only when the server has stored it, so that whoever closes
 * the page finds what it showed.
 */
export function createArchiving({ ask, toast, list, take }: ArchivingDeps) {
  const { once } = oneAtATime();

  /** Undefined if another try can't succeed, because somebody has erased the lead. */
  const save = async (id: string, archived: boolean): Promise<boolean | undefined> => {
    try {
      const response = await ask(api.archiveSubmission, { json: { submissionId: id, archived } });
      list.update(id, archivedSchema.parse(await response.json()));
      return true;
    } catch (error) {
      void list.askAgain(id);
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
