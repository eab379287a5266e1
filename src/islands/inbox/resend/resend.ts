import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { admin } from '../../../copy/admin.ts';
import type { Toast } from '../../../browser/toasts.ts';
import { api } from '../../../shared/api.ts';
import { attemptSchema, deliverySchema, type SubmissionItem } from '../../../shared/submission.ts';
import { AskError, type Ask } from '../../staff/ask.ts';
import { releaseWith } from './release.ts';

/** How the webhook answered; where the submission stands now is told of success and failure alike. */
const answerSchema = z.object({
  delivery: z.optional(deliverySchema),
  attempts: z.optional(z.array(attemptSchema)),
  /** An answer that carries an error is a failure, whatever its status. */
  error: z.optional(z.string()),
});

export interface Resent {
  /** Undefined: it went through. */
  problem?: string;
  /** There is nowhere to send to: the next resend would be refused alike. */
  isPointless?: boolean;
  change: Partial<Pick<SubmissionItem, 'delivery' | 'attempts'>>;
}

/** One resend. Never tried again by itself: a webhook that did get it would get it twice. */
export async function resendOnce(id: string, ask: Ask): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id } });
    return resentOf(await response.json());
  } catch (error) {
    const told: Resent = error instanceof AskError ? resentOf(error.body) : { change: {} };
    const isPointless = isRefusedUntried(error, told);
    return { problem: admin.resend.failed, ...(isPointless && { isPointless }), ...told };
  }
}

/** A webhook's own refusal comes with the attempt that it refused; a host's error has no sentence. */
const isRefusedUntried = (error: unknown, { problem, change }: Resent): boolean =>
  error instanceof AskError && error.status === 502 && problem !== undefined && !change.attempts;

function resentOf(body: unknown): Resent {
  const answer = answerSchema.safeParse(body);
  if (!answer.success) return { problem: admin.resend.failed, change: {} };
  const { error, delivery, attempts } = answer.data;
  return {
    ...(error && { problem: error }),
    change: { ...(delivery && { delivery }), ...(attempts && { attempts }) },
  };
}

interface ResendDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  update: (id: string, change: Partial<SubmissionItem>) => void;
}

/** Resends and releases by hand, each row for itself. */
export function createResending({ ask, toast, update }: ResendDeps) {
  const $sending = atom<ReadonlySet<string>>(new Set());
  const release = releaseWith({ ask, toast, update });

  const resend = async (id: string): Promise<void> => {
    const { problem, change } = await resendOnce(id, ask);
    update(id, change);
    toast(
      problem === undefined ? { title: admin.resend.sent } : { title: problem, destructive: true },
    );
  };

  return {
    $sending,

    /** What was held is released: a resend would leave it among the spam until it has arrived. */
    send: async ({ id, delivery }: Pick<SubmissionItem, 'id' | 'delivery'>): Promise<void> => {
      if ($sending.get().has(id)) return;
      $sending.set(new Set([...$sending.get(), id]));
      await (delivery.state === 'held' ? release(id) : resend(id));
      $sending.set(new Set([...$sending.get()].filter((it) => it !== id)));
    },
  };
}

export type Resending = ReturnType<typeof createResending>;
