import * as z from 'zod/mini';
import { isSuccess } from '../../src/shared/submission.ts';
import { actorOf, announce, appendAction, entryOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, noSubmission } from '../http/request.ts';
import { mayContact } from '../opt-outs/may-contact.ts';
import { allowContact, applyList, released } from '../opt-outs/opt-out.ts';
import { firstDelivery, type SubmissionRecord } from '../store/record.ts';
import { isLeased } from './attempt.ts';
import { attempt, deliver, isUnwanted } from './deliver.ts';
import type { Sent } from './send.ts';
import { noticesOf } from '../store/outbox-entry.ts';
import { requireTarget, type Target } from './webhook/webhook.ts';

const bulkSchema = z.object({ ifUndelivered: z.literal(true) });

/** Refuses if the person opted out. In bulk, skips a lead that was delivered after the admin read the list. */
export const resendToWebhook = onLead(async ({ id: submission, body }, deps, admin) => {
  const by = actorOf(admin);
  const store = await deps.store();
  const record = await store.get(submission);
  if (!record) throw noSubmission();
  if (record.delivery.state === 'held') {
    if (record.opted_out) throw unwanted();
    throw new Refusal(409, 'This lead is held. Release it to send it.');
  }
  const unlessDelivered = bulkSchema.safeParse(body).success;
  if (record.delivery.state === 'delivered' && unlessDelivered) return deliveryOf(record);
  const target = requireTarget(deps.webhook);
  // Checked before the audit entry, because the log must not list a refused resend.
  if (isLeased(record, deps.now())) throw underWay();
  if (await isUnwanted(record, store, deps)) throw unwanted();
  await appendAction({ action: 'resent', submission }, by, deps);
  const order = { id: submission, target, by: by.name, unlessDelivered };
  const result = await attempt(order, store, deps);
  if (result === 'unwanted') throw unwanted();
  if (!result) {
    const current = await store.get(submission);
    if (current?.delivery.state === 'delivered' && unlessDelivered) return deliveryOf(current);
    throw current ? underWay() : noSubmission();
  }
  if (isSuccess(result.sent)) return deliveryOf(result.record);
  const { delivery, attempts } = result.record;
  return json(502, { error: whyNot(result.sent, target), delivery, attempts });
});

const deliveryOf = ({ delivery, attempts }: SubmissionRecord) => json(200, { delivery, attempts });

const underWay = () => new Refusal(409, 'This submission is being sent right now.');

const unwanted = () =>
  new Refusal(409, 'This person asked not to be contacted. Release this or allow contact again.');

function whyNot(sent: Sent, { mail }: Target): string {
  if ('error' in sent) return `${sent.error}.`;
  return mail ? `${sent.answer}.` : `The webhook answered with status ${sent.status}.`;
}

const seenSchema = z.object({
  /** When the person opted out, as the admin saw it. Null if the screen showed no opt-out. */
  was: z.optional(z.nullable(z.string())),
});

const optedOutSince = () =>
  new Refusal(
    409,
    'This person asked not to be contacted. See when, and release this if they have agreed again since.',
  );

/** Takes the person off the do-not-contact list only if the admin saw the opt-out, because a newer one may exist. */
export const releaseSubmission = onLead(async ({ id, body }, deps, admin) => {
  const store = await deps.store();
  const by = actorOf(admin);
  const record = await store.get(id);
  if (record?.delivery.state === 'held') {
    const verdict = await mayContact(record, store, deps);
    const { was = record.opted_out?.at ?? null } = seenSchema.safeParse(body).data ?? {};
    if (!verdict.allowed) {
      const isKnown = verdict.at === was;
      const seen = { except: id, upTo: verdict.at };
      const isFree = isKnown && (await allowContact(record, id, by, deps, seen));
      // Another admin may have allowed contact first.
      if (!isFree && !(await applyList(record, store, deps)).allowed) throw optedOutSince();
    }
  }
  const now = deps.now().toISOString();
  const entry = entryOf({ action: 'released', submission: id }, by, deps);
  const delivery = firstDelivery(now, deps.webhook);
  const outbox = record ? noticesOf({ ...record, delivery }, deps) : [];
  const sent = await store.change(
    id,
    (lead) => {
      const isAsRead = lead.opted_out?.at === record?.opted_out?.at;
      return lead.delivery.state === 'held' && isAsRead ? released(lead, delivery, now) : undefined;
    },
    { outbox, entry },
  );
  if (!sent) {
    const stored = await store.get(id);
    if (!stored) throw noSubmission();
    if (stored.delivery.state === 'held') throw optedOutSince();
    throw new Refusal(409, 'This submission is not held.');
  }
  announce(entry, deps.log);
  deps.log({ event: 'release', id, delivery: sent.delivery.state });
  deps.waitUntil(deliver(id, deps));
  deps.waitUntil(deps.sendEntries(outbox, deps));
  return json(200, { delivery: sent.delivery });
});
