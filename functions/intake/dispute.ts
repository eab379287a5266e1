import type { Contact } from '../../src/shared/contact.ts';
import { disputeSource, forFields } from '../../src/shared/fields.ts';
import { phoneE164 } from '../../src/shared/phone.ts';
import { isNews, tellLeads } from '../delivery/tell.ts';
import { Refusal } from '../http/request.ts';
import { earlierOf } from '../store/earlier.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { formAnswering } from './plain-form.ts';
import { requireRoom } from './rate-limiter.ts';
import { readSubmission } from './read-submission.ts';
import { reasonsFor } from './spam/rules.ts';
import { plainFormId } from './submit-contact.ts';

/** What the contact form asks, and this one doesn't. */
const unasked = { consent_marketing: true, consent_version: 'none', source: 'contact_page' };

/**
 * The form of /dispute. It is stored where leads are, so that it is answered, found, exported and erased as they
 * are; but it is none, so nothing counts or sends it.
 */
export const dispute = formAnswering('dispute', async (fields, _, deps) => {
  const id = await plainFormId(fields, 0, deps);
  const sent = readSubmission({ ...fields, ...unasked, id });
  if (sent.message === null) {
    throw new Refusal(422, 'Please say which lead it is, and what was wrong with it', {
      field: 'message',
    });
  }
  const store = await deps.store();
  await requireRoom(id, store, deps, 'dispute');
  const now = deps.now().toISOString();
  const reasons = reasonsFor(sent);
  const earlier = earlierOf(await store.latestOf(sent));
  const record: SubmissionRecord = {
    ...(forFields(({ name }) => sent[name]) as Contact),
    id,
    consent_marketing: false,
    source: disputeSource,
    created_at: now,
    delivery: reasons.length > 0 ? { state: 'held', reasons } : { state: 'dispute' },
    attempts: [],
    // Nobody agreed to anything.
    consent: { version: '', sha256: '', at: now, page_url: null, ip: '', user_agent: null },
    answered: null,
    archived: false,
    phone_e164: phoneE164(sent.phone),
    tries: 0,
    lease: null,
    ...(earlier.length > 0 && { earlier }),
  };
  // The same words on the same day are the same dispute.
  if (await store.create(record, isNews(record, deps))) {
    deps.log({ event: 'submission', id, delivery: record.delivery.state });
    deps.waitUntil(tellLeads(deps));
  }
  return '/disputed';
});
