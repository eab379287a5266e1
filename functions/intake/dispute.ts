import { noConsent } from '../../src/shared/consent-receipt.ts';
import type { Contact } from '../../src/shared/contact.ts';
import { disputeSource, forFields } from '../../src/shared/fields.ts';
import { phoneE164 } from '../../src/shared/reach.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/request.ts';
import { heldFor, readSubmission, storeNew, withEarlier, type Accepted } from './accept-lead.ts';
import { formAnswering } from './plain-form.ts';
import { requireRoom } from './rate-limiter.ts';
import { reasonsFor } from './spam/rules.ts';
import { underFreeId } from './submit-contact.ts';

/** The fields of the contact form that this one lacks. */
const unasked = { consent_marketing: true, consent_version: 'none', source: 'contact_page' };

/**
 * The form of /dispute. A dispute is stored with the leads, so staff answer, find, export and erase it as they do
 * a lead. It isn't one, so nothing counts or sends it.
 */
export const dispute = formAnswering('dispute', async (fields, _, deps) => {
  await underFreeId(fields, deps, (id) => acceptDispute({ ...fields, ...unasked, id }, deps));
  return '/disputed';
});

async function acceptDispute(words: object, deps: Deps): Promise<Accepted> {
  const sent = readSubmission(words);
  const { id } = sent;
  if (sent.message === null) {
    throw new Refusal(422, 'Please say which lead it is, and what was wrong with it', {
      field: 'message',
    });
  }
  const store = await deps.store();
  await requireRoom(id, store, deps, 'dispute');
  const now = deps.now().toISOString();
  const record = {
    ...(forFields(({ name }) => sent[name]) as Contact),
    id,
    consent_marketing: false,
    source: disputeSource,
    created_at: now,
    delivery: { state: 'dispute' } as const,
    attempts: [],
    consent: noConsent(now),
    answered: null,
    archived: false,
    phone_e164: phoneE164(sent.phone),
    tries: 0,
    lease: null,
  };
  const dispute = await withEarlier(record, store, deps);
  return storeNew(heldFor(reasonsFor(sent), dispute), store, deps);
}
