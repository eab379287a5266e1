import type { TrialDelivery } from '../../../src/shared/submission.ts';
import { actorOf, appendAction } from '../../audit/append.ts';
import { forAdmins } from '../../auth/admins.ts';
import type { Deps, User } from '../../deps.ts';
import { json } from '../../http/answer.ts';
import { Refusal, tooMany } from '../../http/refusal.ts';
import { deliver } from '../deliver.ts';
import { trialLead } from './trial-lead.ts';
import { firstDelivery, requireTarget } from '../webhook/webhook.ts';
import type { SubmissionRecord } from '../../store/record.ts';

/**
 * Each trial lead is tried for a day. Ten are enough to fix a webhook with, and too few for a runaway
 * script to keep the queue busy.
 */
const limit = { count: 10, windowMs: 10 * 60 * 1000 };

/** Sends a trial lead the way of every lead, or says how the delivery of one is going. */
export const trialDelivery = forAdmins(['GET', 'POST'], (request, deps, admin) =>
  request.method === 'POST' ? send(deps, admin) : look(new URL(request.url), deps),
);

async function send(deps: Deps, admin: User): Promise<Response> {
  requireTarget(deps.webhook);
  const id = deps.newId();
  await requireRoom(id, admin, deps);
  await appendAction({ action: 'tested', submission: id }, actorOf(admin), deps);
  const now = deps.now().toISOString();
  const test = trialLead(id, now, firstDelivery(now, deps.webhook));
  // If the id is taken, the answer to the first write was lost and the store tried again.
  await (await deps.store()).create(test);
  deps.log({ event: 'test', id, delivery: test.delivery.state });
  deps.waitUntil(deliver(id, deps));
  return json(201, toAnswer(test));
}

async function requireRoom(id: string, { uid }: User, deps: Deps): Promise<void> {
  const [key, mark] = await Promise.all([
    deps.keyedHash(`tests of ${uid}`),
    deps.keyedHash(`test ${id}`),
  ]);
  const now = deps.now();
  const admission = await (await deps.store()).admit(key, mark, limit, now);
  if (admission.admitted) return;
  throw tooMany(
    `You have sent ${limit.count} tests in ten minutes. Please wait a few minutes.`,
    admission.until - now.getTime(),
  );
}

async function look({ searchParams }: URL, { store }: Deps): Promise<Response> {
  const id = searchParams.get('id');
  if (!id) throw new Refusal(400, 'Please send the test’s id as id.');
  const found = await (await store()).get(id);
  // This reads trial leads only; the inbox reads real ones.
  if (!found?.test) throw new Refusal(404, 'There is no such test. Tests are deleted after a day.');
  return json(200, toAnswer(found));
}

const toAnswer = ({ id, delivery, attempts }: SubmissionRecord): TrialDelivery => ({
  id,
  delivery,
  attempts,
});
