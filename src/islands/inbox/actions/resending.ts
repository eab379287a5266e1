import { atom } from 'nanostores';
import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import {
  attemptSchema,
  deliverySchema,
  isOptOut,
  type SubmissionItem,
} from '../../../shared/submission.ts';
import { AskError, failure, type Ask } from '../../staff/ask.ts';
import type { LeadList } from '../list/lead-list.ts';
import { oneAtATime } from '../one-at-a-time.ts';

/** Success and failure both come with the lead's new state. */
const answerSchema = z.object({
  delivery: z.optional(deliverySchema),
  attempts: z.optional(z.array(attemptSchema)),
  /** An answer with an error is a failure, whatever its status. */
  error: z.optional(z.string()),
});

export interface Resent {
  /** Undefined on success. */
  problem?: string;
  /** There is no webhook to send to, so the next resend would fail, too. */
  isPointless?: boolean;
  change: Partial<Pick<SubmissionItem, 'delivery' | 'attempts'>>;
}

/** Never retried automatically: a webhook that got the lead would get it twice. */
export async function resendOnce(id: string, ask: Ask, ifUndelivered?: true): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id, ifUndelivered } });
    return resentOf(await response.json());
  } catch (error) {
    const resent: Resent = error instanceof AskError ? resentOf(error.body) : { change: {} };
    const isPointless = isRefusedUntried(error, resent);
    return { problem: deliveryWords.resend.failed, ...(isPointless && { isPointless }), ...resent };
  }
}

/** If the webhook refused, the answer has the attempt. If the host failed, it has no message. */
const isRefusedUntried = (error: unknown, { problem, change }: Resent): boolean =>
  error instanceof AskError && error.status === 502 && problem !== undefined && !change.attempts;

function resentOf(body: unknown): Resent {
  const answer = answerSchema.safeParse(body);
  if (!answer.success) return { problem: deliveryWords.resend.failed, change: {} };
  const { error, delivery, attempts } = answer.data;
  return {
    ...(error && { problem: error }),
    change: { ...(delivery && { delivery }), ...(attempts && { attempts }) },
  };
}

const releasedSchema = z.object({ delivery: deliverySchema });

interface ResendDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  list: Pick<LeadList, 'update' | 'askAgain'>;
}

/** Resends and releases leads. Each lead has at most one call at a time. */
export function createResending({ ask, toast, list }: ResendDeps) {
  const { $underWay, once } = oneAtATime();
  /** The held lead of a person who asked not to be contacted, until an admin has said what to do. */
  const $asked = atom<Pick<SubmissionItem, 'id'> | undefined>(undefined);

  const resendNow = async (id: string, ifUndelivered?: true): Promise<Resent> => {
    const resent = await resendOnce(id, ask, ifUndelivered);
    list.update(id, resent.change);
    if (resent.problem !== undefined && !resent.change.attempts) void list.askAgain(id);
    return resent;
  };

  const release = async (id: string, newConsent?: true): Promise<void> => {
    try {
      const response = await ask(api.releaseSubmission, {
        json: { submissionId: id, newConsent },
      });
      const { delivery } = releasedSchema.parse(await response.json());
      list.update(id, { delivery });
      toast({ title: deliveryWords.release.released });
    } catch (error) {
      void list.askAgain(id);
      toast(failure(deliveryWords.release.failed, error));
    }
  };

  return {
    $sending: $underWay,
    $asked,

    /** Resends one of many leads, unless it was delivered meanwhile. Undefined if it is being sent here. */
    resend: (id: string): Promise<Resent | undefined> => once(id, () => resendNow(id, true)),

    /**
     * Resends one lead and reports the result. Releases it if it is held, and asks before that if the
     * person asked not to be contacted.
     */
    send: async ({ id, delivery }: Pick<SubmissionItem, 'id' | 'delivery'>): Promise<void> => {
      if (isOptOut(delivery)) {
        if (!$underWay.get().has(id)) $asked.set({ id });
        return;
      }
      if (delivery.state === 'held') {
        await once(id, () => release(id));
        return;
      }
      const resent = await once(id, () => resendNow(id));
      if (!resent) return;
      const { problem } = resent;
      toast(
        problem === undefined
          ? { title: deliveryWords.resend.sent }
          : { title: problem, destructive: true },
      );
    },

    /** The person has agreed again. */
    releaseAsked: async (): Promise<void> => {
      const id = $asked.get()?.id;
      $asked.set(undefined);
      if (id !== undefined) await once(id, () => release(id, true));
    },
  };
}
