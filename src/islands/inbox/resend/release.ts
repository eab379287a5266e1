import * as z from 'zod/mini';
import { admin } from '../../../copy/admin.ts';
import type { Toast } from '../../../browser/toasts.ts';
import { api } from '../../../shared/api.ts';
import { deliverySchema, type SubmissionItem } from '../../../shared/submission.ts';
import { AskError, type Ask } from '../../staff/ask.ts';

const answerSchema = z.object({ delivery: deliverySchema });
const refusalSchema = z.object({ error: z.string() });

interface ReleaseDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  update: (id: string, change: Partial<SubmissionItem>) => void;
}

/** Lets go what was held as spam and is none. */
export const releaseWith =
  ({ ask, toast, update }: ReleaseDeps) =>
  async (id: string): Promise<void> => {
    try {
      const response = await ask(api.releaseSubmission, { json: { submissionId: id } });
      const { delivery } = answerSchema.parse(await response.json());
      update(id, { delivery });
      toast({ title: admin.release.released });
    } catch (error) {
      const told = refusalSchema.safeParse(error instanceof AskError ? error.body : undefined);
      const description = told.success ? { description: told.data.error } : {};
      toast({ title: admin.release.failed, ...description, destructive: true });
    }
  };
