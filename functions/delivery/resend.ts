import * as z from 'zod/mini';
import { isOptOut, isSuccess } from '../../src/shared/submission.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { noSubmission, readJson, readSubmissionId } from '../http/request.ts';
import { attempt } from './deliver.ts';
import type { Sent } from './webhook/post.ts';
import { requireTarget } from './webhook/webhook.ts';

const bulkSchema = z.object({ ifUndelivered: z.literal(true) });

/**
 * Sends a submission again, because an admin wants it. A person's wish not to be contacted goes first. In
 * bulk, one that was delivered since the admin's list was read isn't sent twice.
 */
export const resendToWebhook = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const submission = readSubmissionId(body);
  const by = actorOf(admin);
  const store = await deps.store();
  const record = await store.get(submission);
  if (!record) throw noSubmission();
  if (isOptOut(record.delivery)) {
    throw new Refusal(409, 'This person asked not to be contacted. Release this instead.');
  }
  if (record.delivery.state === 'delivered' && bulkSchema.safeParse(body).success) {
    return json(200, { delivery: record.delivery, attempts: record.attempts });
  }
  const target = requireTarget(deps.webhook);
  // Its result is in the submission's own attempts.
  await appendAction({ action: 'resent', submission }, by, deps);
  const made = await attempt({ id: submission, target, by: by.name }, store, deps);
  if (!made) {
    throw (await store.get(submission))
      ? new Refusal(409, 'This submission is being sent right now.')
      : noSubmission();
  }
  const { delivery, attempts } = made.record;
  if (isSuccess(made.sent)) return json(200, { delivery, attempts });
  return json(502, { error: whyNot(made.sent), delivery, attempts });
});

const whyNot = (sent: Sent): string =>
  'status' in sent ? `The webhook answered with status ${sent.status}.` : `${sent.error}.`;
