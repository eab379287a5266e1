import * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import {
  answerSchema,
  callBackSchema,
  noteSchema,
  outcomeSchema,
} from '../../../shared/follow-up.ts';
import { attemptSchema, deliverySchema } from '../../../shared/submission.ts';
import { AskError, type Ask } from '../../staff/ask.ts';

/** The part of a lead that an action has changed, as the server has it now. */
export const changeSchema = z.object({
  answered: z.exactOptional(z.nullable(answerSchema)),
  outcome: z.exactOptional(z.nullable(outcomeSchema)),
  call_back: z.exactOptional(z.nullable(callBackSchema)),
  /** The call that this ended. */
  ended: z.exactOptional(callBackSchema),
  notes: z.exactOptional(z.array(noteSchema)),
  archived: z.exactOptional(z.boolean()),
  delivery: z.exactOptional(deliverySchema),
  attempts: z.exactOptional(z.array(attemptSchema)),
});

/** Success and failure both come with the change. With an error it is a failure, whatever its status. */
const resentSchema = z.extend(changeSchema, { error: z.optional(z.string()) });

export interface Resent {
  /** Undefined on success. */
  problem: string | undefined;
  /** There is no webhook to send to, so the next resend would fail, too. */
  isPointless: boolean;
  change: z.infer<typeof changeSchema>;
}

/** Never retried automatically: a webhook that got the lead would get it twice. */
export async function resendOnce(id: string, ask: Ask, ifUndelivered?: true): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id, ifUndelivered } });
    const { error, ...change } = resentSchema.parse(await response.json());
    return { problem: error, isPointless: false, change };
  } catch (cause) {
    const { status, body } = cause instanceof AskError ? cause : {};
    const { error, ...change } = resentSchema.safeParse(body).data ?? {};
    return {
      problem: error ?? deliveryWords.resend.failed,
      // If the webhook refused, the answer has the attempt. If the host failed, it has no message.
      isPointless: status === 502 && error !== undefined && !change.attempts,
      change,
    };
  }
}
