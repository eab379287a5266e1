import type * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import { AskError, sentenceIn, type Ask } from '../../staff/ask.ts';
import { changeSchema } from './change.ts';

export interface Resent {
  problem: string | undefined;
  /** There is no webhook, so the next resend would fail, too. */
  isPointless: boolean;
  change: z.infer<typeof changeSchema>;
}

/** Never retried automatically: a webhook that has the lead would get it twice. */
export async function resendOnce(id: string, ask: Ask, ifUndelivered?: true): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id, ifUndelivered } });
    const change = changeSchema.parse(await response.json());
    // A proxy may answer 200 without having reached the function.
    const problem = change.delivery ? undefined : deliveryWords.resend.failed;
    return { problem, isPointless: false, change };
  } catch (cause) {
    const { status, body } = cause instanceof AskError ? cause : {};
    const sentence = sentenceIn(cause);
    const change = changeSchema.safeParse(body).data ?? {};
    return {
      problem: sentence ?? deliveryWords.resend.failed,
      // If the webhook refused, the response contains the attempt. If the host failed, it has no sentence.
      isPointless: status === 502 && sentence !== undefined && !change.attempts,
      change,
    };
  }
}
