import { readAttribution } from '../../src/shared/attribution.ts';
import type { Contact } from '../../src/shared/contact.ts';
import { submissionSchema, type Submission } from '../../src/shared/contact-schema.ts';
import { fields, forFields, type FormField } from '../../src/shared/fields.ts';
import { phoneE164 } from '../../src/shared/phone-numbers.ts';
import { askedToStop, listUnreadable, type OptedOut } from '../../src/shared/submission.ts';
import type { Deps } from '../deps.ts';
import { Refusal, readFields } from '../http/request.ts';
import { deliver } from '../delivery/deliver.ts';
import { noticesOf } from '../store/outbox-entry.ts';
import { fault, orInstead } from '../log/log.ts';
import { firstDelivery, type SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import { ListUnreadable, mayContact } from '../opt-outs/may-contact.ts';
import { applyList, heldFor } from '../opt-outs/opt-out.ts';
import { isCanary } from './canary-marker.ts';
import { consentReceipt } from './consent.ts';
import { networkOf, requireRoom } from './rate-limiter.ts';
import { findRepeated } from './spam/counts.ts';
import { reasonsFor } from './spam/rules.ts';

/** If the same network sends the lead again, `consent` is the stored receipt. */
export type Accepted = Awaited<ReturnType<typeof storeNew>> & { isRehearsal?: true };

export async function acceptLead(body: unknown, request: Request, deps: Deps): Promise<Accepted> {
  const submission = readSubmission(body);
  const sent = await recordOf(submission, request, deps);
  const store = await deps.store();
  // A retry gets its answer even over the limit.
  const stored = await store.get(sent.id);
  if (stored) return acceptAgain(stored, sent, deps);
  // Before any write: a flood must not fill the store or cost money.
  const values = fields.map(({ name }) => sent[name]);
  await requireRoom(JSON.stringify([sent.id, values]), store, deps);
  if (await isCanary(submission, deps)) return rehearse(submission, sent, store);

  const [record, unwanted, repeated] = await Promise.all([
    withEarlier(sent, store, deps),
    askList(sent, store, deps),
    findRepeated(submission, store, deps),
  ]);
  const { reasons, ...marks } = unwanted;
  const holdReasons = [...reasons, ...reasonsFor(submission, repeated)];
  // A held lead is stored and answered like any other.
  const lead = {
    ...record,
    ...marks,
    ...(holdReasons.length > 0 && { delivery: heldFor(holdReasons) }),
  };
  const accepted = await storeNew(lead, store, deps);
  // Reads the list again: an opt-out or a release after the first read couldn't find this lead, which wasn't stored
  // yet. If the lead is delivered now, `deliver` checks the list itself.
  const isSent = lead.delivery.state === 'pending' && deps.webhook.state === 'set';
  if (accepted.isNew && !isSent) {
    const recheck = () => applyList(lead, store, deps);
    deps.waitUntil(orInstead(undefined, 'opt-out-not-read', deps.log, recheck));
  }
  return accepted;
}

/** If the store doesn't answer, the lead is accepted as usual, because the list is read again before each delivery. */
async function askList(
  lead: SubmissionRecord,
  store: Store,
  deps: Deps,
): Promise<{ reasons: string[]; opted_out?: OptedOut }> {
  try {
    const verdict = await mayContact(lead, store, deps);
    if (verdict.allowed) return { reasons: [] };
    const { at, how } = verdict;
    return { reasons: [askedToStop], opted_out: { at, how } };
  } catch (error) {
    deps.log(fault('opt-out-not-read', error));
    return { reasons: error instanceof ListUnreadable ? [listUnreadable] : [] };
  }
}

/** The canary's form is no lead. It tests the rules and the store, and leaves nothing behind. */
async function rehearse(
  submission: Submission,
  sent: SubmissionRecord,
  store: Store,
): Promise<Accepted> {
  const { id, consent } = sent;
  if (reasonsFor(submission, []).length > 0)
    throw new Refusal(422, 'This form would be held as spam.');
  await store.rehearse(sent);
  return { id, isNew: true, consent, isRehearsal: true };
}

async function storeNew(record: SubmissionRecord, store: Store, deps: Deps) {
  const { id, consent, delivery } = record;
  const notices = noticesOf(record, deps);
  const isNew = await store.create(record, notices).catch((error: unknown) => {
    deps.log({ event: 'submission-not-stored', id });
    throw error;
  });
  // Another request stored the id first, or the lead was erased.
  if (!isNew) return acceptAgain(await store.get(id), record, deps);
  deps.log({ event: 'submission', id, delivery: delivery.state });
  if (delivery.state === 'pending') deps.waitUntil(deliver(id, deps));
  deps.waitUntil(deps.sendEntries(notices, deps));
  return { id, isNew, consent };
}

/** The id belongs to other words, or to an erased lead. */
export class IdTaken extends Refusal {
  override name = 'IdTaken';

  constructor() {
    super(409, 'This id belongs to another request. Please send yours with a new id.');
  }
}

/** Accepts a stored lead again. Refuses other words, because a thank-you would lose them. */
function acceptAgain(stored: SubmissionRecord | undefined, sent: SubmissionRecord, { log }: Deps) {
  const { id } = sent;
  if (!stored || !saysTheSame(stored, sent)) {
    log({ event: 'id-taken', id });
    throw new IdTaken();
  }
  log({ event: 'submission-known', id });
  // A sender from another network must not learn when the person sent the same words.
  const isOwn = networkOf(stored.consent.ip) === networkOf(sent.consent.ip);
  return { id, isNew: false, consent: isOwn ? stored.consent : sent.consent };
}

/** Fields, form and consent. A missing field equals an empty one, because an older lead lacks newer fields. */
const saysTheSame = (one: SubmissionRecord, other: SubmissionRecord): boolean =>
  one.source === other.source &&
  one.consent.version === other.consent.version &&
  fields.every(({ name }) => (one[name] ?? null) === (other[name] ?? null));

async function recordOf(
  submission: Submission,
  request: Request,
  deps: Deps,
): Promise<SubmissionRecord> {
  const { consent_version, website, open_ms, ticked, canary, attribution, ...lead } = submission;
  const now = deps.now().toISOString();
  return {
    ...lead,
    created_at: now,
    delivery: firstDelivery(now, deps.webhook),
    attempts: [],
    consent: await consentReceipt(submission, request, deps, now),
    answered: null,
    archived: false,
    attribution: readAttribution(attribution),
    phone_e164: phoneE164(lead.phone),
    gpc: request.headers.get('sec-gpc') === '1',
    tries: 0,
    lease: null,
  };
}

/** A lead is worth more than this mark: if the earlier requests can't be read, it is stored without them. */
async function withEarlier(record: SubmissionRecord, store: Store, { log }: Deps) {
  const earlier = await orInstead([], 'earlier-not-read', log, () => store.earlierOf(record));
  return earlier.length > 0 ? { ...record, earlier } : record;
}

export function readSubmission(sent: unknown): Submission {
  const submission = readFields(submissionSchema, sent);
  return { ...submission, ...(forFields((field) => cleaned(field, submission)) as Contact) };
}

/**
 * These characters reverse the writing direction of the text after them: in the inbox or on a certificate, a name could
 * change how the words beside it read. No keyboard types them, and right-to-left scripts don't need them. Emoji and
 * Persian words need some other invisible characters, so those stay.
 */
const reversing = /[\u202A-\u202E\u2066-\u2069]/g;

function cleaned({ name, kind }: FormField, submission: Contact): Contact[FormField['name']] {
  const words = submission[name];
  // The schema refuses such characters and line breaks in an address.
  if (typeof words !== 'string' || kind === 'email') return words;
  const text = words.replace(reversing, '').trim() || null;
  // The form's inputs have one line. From other senders, a line break could end the subject of a mail early.
  return kind === 'text' ? text : text && text.replace(/[\t\r\n]+/g, ' ');
}
