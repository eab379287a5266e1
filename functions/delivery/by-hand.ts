import * as z from 'zod/mini';
import { isOptOut, isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { actorOf, announce, appendAction, entryOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, noSubmission } from '../http/request.ts';
import { setOptOut } from '../privacy/do-not-contact.ts';
import { identifiers, onList, stopped } from '../privacy/opt-out-list.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { isLeased } from './attempt.ts';
import { attempt, deliver, isUnwanted } from './deliver.ts';
import type { Sent } from './send.ts';
import { tellLeads } from './tell.ts';
import { firstDelivery, requireTarget, type Target } from './webhook/webhook.ts';

const bulkSchema = z.object({ ifUndelivered: z.literal(true) });

/**
 * Resends a submission for an admin, unless its person asked not to be contacted. In bulk, one that was
 * delivered since the admin's list was read isn't sent twice.
 */
export const resendToWebhook = onLead(async ({ id: submission, body }, deps, admin) => {
  const by = actorOf(admin);
  const store = await deps.store();
  const record = await store.get(submission);
  if (!record) throw noSubmission();
  if (isOptOut(record.delivery)) throw unwanted();
  if (record.delivery.state === 'held') {
    throw new Refusal(409, 'This is held as spam. Release it, and it is sent.');
  }
  const unlessDelivered = bulkSchema.safeParse(body).success;
  if (record.delivery.state === 'delivered' && unlessDelivered) return standing(record);
  const target = requireTarget(deps.webhook);
  // Check this first, so that a refused resend isn't in the audit log. The result is in the submission's attempts.
  if (isLeased(record, deps.now())) throw underWay();
  if (await isUnwanted(record, store, deps)) throw unwanted();
  await appendAction({ action: 'resent', submission }, by, deps);
  const order = { id: submission, target, by: by.name, unlessDelivered };
  const made = await attempt(order, store, deps);
  if (made === 'unwanted') throw unwanted();
  if (!made) {
    const now = await store.get(submission);
    if (now?.delivery.state === 'delivered' && unlessDelivered) return standing(now);
    throw now ? underWay() : noSubmission();
  }
  if (isSuccess(made.sent)) return standing(made.record);
  const { delivery, attempts } = made.record;
  return json(502, { error: whyNot(made.sent, target), delivery, attempts });
});

const standing = ({ delivery, attempts }: SubmissionRecord) => json(200, { delivery, attempts });

const underWay = () => new Refusal(409, 'This submission is being sent right now.');

const unwanted = () =>
  new Refusal(409, 'This person asked not to be contacted. Release this or allow contact again.');

function whyNot(sent: Sent, { mail }: Target): string {
  if ('error' in sent) return `${sent.error}.`;
  return mail ? `${sent.answer}.` : `The webhook answered with status ${sent.status}.`;
}

const consentSchema = z.object({ newConsent: z.array(z.enum(identifiers)) });

const ways = { email: 'e-mail', phone: 'phone' };

/**
 * An admin says that a held lead isn't spam, so it is delivered like any other. If the e-mail address or phone
 * is on the do-not-contact list, it comes off, but only if the admin confirms that the person has agreed again.
 */
export const releaseSubmission = onLead(async ({ id, body }, deps, admin) => {
  const store = await deps.store();
  const record = await store.get(id);
  if (record?.delivery.state === 'held') {
    const person = await onList(record, store, deps.personHash);
    const confirmed = consentSchema.safeParse(body).data?.newConsent ?? [];
    const missing = identifiers.filter((it) => person?.[it] && !confirmed.includes(it));
    if (missing.length > 0) {
      const how = missing.map((it) => ways[it]).join(' and ');
      // The inbox then asks the admin for the consent.
      await store.change(id, (it) => stopped(it, deps.now()));
      throw new Refusal(
        409,
        `This person asked not to be contacted by ${how}. To release this, confirm that they have agreed to that again.`,
      );
    }
    const lifted = { on: false, submission: id, except: id };
    if (person) await setOptOut({ person, ...lifted }, actorOf(admin), deps);
  }
  const now = deps.now().toISOString();
  const entry = entryOf({ action: 'released', submission: id }, actorOf(admin), deps);
  const released = await store.change(
    id,
    (it) => release(it, firstDelivery(now, deps.webhook), now),
    { newsAt: deps.noticeTo.length > 0 ? now : undefined, entry },
  );
  if (!released) {
    throw (await store.get(id)) ? new Refusal(409, 'This submission is not held.') : noSubmission();
  }
  announce(entry, deps.log);
  const { delivery } = released;
  deps.log({ event: 'release', id, delivery: delivery.state });
  deps.waitUntil(deliver(id, deps));
  deps.waitUntil(tellLeads(deps));
  return json(200, { delivery });
});

/** Gives a held lead the delivery that it would have had on arrival, and leaves any other lead alone. */
function release(
  record: SubmissionRecord,
  delivery: Delivery,
  now: string,
): SubmissionRecord | undefined {
  if (record.delivery.state !== 'held') return undefined;
  return {
    ...record,
    no_contact: false,
    tries: 0,
    delivery: { ...delivery, ...(delivery.state === 'pending' && { since: now }) },
  };
}
