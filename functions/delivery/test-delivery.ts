import type { TestDelivery } from '../../src/shared/submission.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { Deps, User } from '../deps.ts';
import { json } from '../http/answer.ts';
import { tooMany } from '../http/request.ts';
import { minute } from '../durations.ts';
import { sampleMessage } from './sample.ts';
import { answerFields, type Sent } from './send.ts';
import { requireTarget } from './webhook/webhook.ts';

/** Enough to fix a webhook, and too few for a runaway script to keep a receiver busy. */
const testLimit = { count: 10, windowMs: 10 * minute };

/**
 * Sends a sample like a lead, but once, and answers with the result. Stores no lead, because every list, count, report
 * and query would have to exclude it.
 */
export const testDelivery = forAdmins(async (_, deps, admin) => {
  const target = requireTarget(deps.webhook);
  const id = deps.newId();
  await requireRoomForTest(id, admin, deps);
  await appendAction({ action: 'tested', submission: id }, actorOf(admin), deps);
  const at = deps.now();
  const sent = await deps.send(sampleMessage(id, at, target), target, at);
  deps.log({ event: 'test', id, ...answerFields(sent) });
  const error = whyNot(sent);
  return json(200, {
    status: 'status' in sent ? sent.status : null,
    ms: sent.ms,
    ...(error !== '' && { error }),
  } satisfies TestDelivery);
});

/** Empty if the receiver took the test, or refused it without a message. */
function whyNot(sent: Sent): string {
  if ('error' in sent) return sent.error;
  return isSuccess(sent) ? '' : sent.answer;
}

/** Test alerts and test deliveries share one limit. */
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
