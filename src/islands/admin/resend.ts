import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { admin } from '../../copy/admin.ts';
import type { Toast } from '../../browser/toasts.ts';
import { api } from '../../shared/api.ts';
import { deliverySchema, type SubmissionItem } from '../../shared/submission.ts';
import type { Ask } from './ask.ts';
import { AskError } from './ask-error.ts';

const answerSchema = z.object({ delivery: deliverySchema });
/** An answer that carries an error is a failure, whatever its status. */
const errorSchema = z.object({ error: z.string() });

export type Resent =
  { ok: true; change: Pick<SubmissionItem, 'delivery'> } | { ok: false; sentence: string };

/** One resend. Never tried again by itself: a webhook that did get it would get it twice. */
export async function resendOnce(id: string, ask: Ask): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id } });
    const body: unknown = await response.json();
    const failed = errorSchema.safeParse(body);
    if (failed.success) return { ok: false, sentence: failed.data.error };
    return { ok: true, change: answerSchema.parse(body) };
  } catch (error) {
    const sentence = error instanceof AskError ? error.sentence : undefined;
    return { ok: false, sentence: sentence || admin.resend.failed };
  }
}

interface World {
  ask: Ask;
  toast: (toast: Toast) => void;
  update: (id: string, change: Partial<SubmissionItem>) => void;
  /** The answer says where it stands, but not what came of the attempt. */
  lookUp: (id: string) => Promise<void>;
}

/** Resends by hand, each row for itself. */
export function createResending({ ask, toast, update, lookUp }: World) {
  const $sending = atom<ReadonlySet<string>>(new Set());

  return {
    $sending,

    resend: async (id: string): Promise<void> => {
      if ($sending.get().has(id)) return;
      $sending.set(new Set([...$sending.get(), id]));
      const resent = await resendOnce(id, ask);
      if (resent.ok) update(id, resent.change);
      $sending.set(new Set([...$sending.get()].filter((it) => it !== id)));
      toast(
        resent.ok
          ? { title: admin.resend.sent }
          : { title: admin.resend.failed, ...more(resent.sentence), destructive: true },
      );
      await lookUp(id);
    },
  };
}

/** The server's own words, where they say more than the title. */
const more = (sentence: string) =>
  sentence === admin.resend.failed ? {} : { description: sentence };

export type Resending = ReturnType<typeof createResending>;
