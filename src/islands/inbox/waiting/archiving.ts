import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import type { Ask } from '../../staff/ask.ts';

const words = admin.archive;

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
  const saving = new Set<string>();

  /** Returns whether the server did it. */
  const save = async (id: string, archived: boolean): Promise<boolean> => {
    if (saving.has(id)) return false;
    saving.add(id);
    try {
      const response = await ask(api.archiveSubmission, { json: { submissionId: id, archived } });
      update(id, archivedSchema.parse(await response.json()));
      return true;
    } catch {
      toast({ title: archived ? words.failed : words.notRestored, destructive: true });
      return false;
    } finally {
      saving.delete(id);
    }
  };

  return {
    /** Puts a lead away, or back if it was put away before. */
    toggle: async ({ id, archived = false }: Pick<SubmissionItem, 'id' | 'archived'>) => {
      if (!(await save(id, !archived))) return;
      const putBack = take(id);
      const undo = async (): Promise<void> => {
        if (await save(id, archived)) putBack();
      };
      toast({
        title: archived ? words.restored : words.archived,
        action: { label: words.undo, run: () => void undo() },
      });
    },
  };
}
