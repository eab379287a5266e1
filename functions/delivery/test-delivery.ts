import type { TestDelivery } from '../../src/shared/submission.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { Deps, User } from '../deps.ts';
import { json } from '../http/answer.ts';
import { tooMany } from '../http/request.ts';
import { minute } from '../durations.ts';
import { sampleMessage } from './sample.ts';
import type { Sent } from './send.ts';
import { requireTarget } from './webhook/webhook.ts';

/** Ten are enough to fix a webhook with, and too few for a runaway script to keep a receiver busy. */
const testLimit = { count: 10, windowMs: 10 * minute };

/** Sends a sample as a lead is sent, once and now, and answers what came of it. Nothing is stored. Decision 0021. */
export const testDelivery = forAdmins(async (_, deps, admin) => {
  const target = requireTarget(deps.webhook);
  const id = deps.newId();
  await requireRoomForTest(id, admin, deps);
  await appendAction({ action: 'tested', submission: id }, actorOf(admin), deps);
  const at = deps.now();
  const sent = await deps.send(sampleMessage(id, at, target), target, at);
  const { ms } = sent;
  deps.log({
    event: 'test',
    id,
    ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
    ms,
  });
  const error = whyNot(sent);
  return json(200, {
    status: 'status' in sent ? sent.status : null,
    ms,
    ...(error !== '' && { error }),
  } satisfies TestDelivery);
});

/** Empty where the test was taken, or was refused without a word. */
function whyNot(sent: Sent): string {
  if ('error' in sent) return sent.error;
  return isSuccess(sent) ? '' : sent.answer;
}

/** Test alerts count like test deliveries. */
export async function requireRoomForTest(id: string, { uid }: User, deps: Deps): Promise<void> {
  const [key, mark] = await Promise.all([
    deps.keyedHash(`tests of ${uid}`),
    deps.keyedHash(`test ${id}`),
  ]);
  const now = deps.now();
  const admission = await (await deps.store()).admit(key, mark, testLimit, now);
  if (admission.admitted) return;
  throw tooMany(
    `You have sent ${testLimit.count} tests in ten minutes. Please wait a few minutes.`,
    admission.until - now.getTime(),
  );
}
