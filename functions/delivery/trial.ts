import { forFields } from '../../src/shared/fields.ts';
import { otherIndustry } from '../../src/shared/pricing.ts';
import { noConsent } from '../../src/shared/consent-receipt.ts';
import { trialDeliverySchema, type Delivery } from '../../src/shared/submission.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { Deps, User, SiteDeps } from '../deps.ts';
import { json } from '../http/answer.ts';
import { Refusal, tooMany } from '../http/request.ts';
import { firstDelivery, type SubmissionRecord } from '../store/record.ts';
import { inBatches } from '../batches.ts';
import { daysBefore, minute } from '../spans.ts';
import { deliver } from './deliver.ts';
import { sendEntries } from './outbox.ts';
import { noticesOf } from '../store/outbox-entry.ts';
import { requireTarget } from './webhook/webhook.ts';

/**
 * Each trial lead is tried for a day. Ten are enough to fix a webhook with, and too few for a runaway
 * script to keep the queue busy.
 */
const trialLimit = { count: 10, windowMs: 10 * minute };

/** Sends a trial lead the way of every lead. Decision 0021. */
export const sendTrial = forAdmins(async (_, deps, admin) => {
  requireTarget(deps.webhook);
  const id = deps.newId();
  await requireRoomForTest(id, admin, deps);
  await appendAction({ action: 'tested', submission: id }, actorOf(admin), deps);
  const now = deps.now().toISOString();
  const lead = trialLead(id, now, firstDelivery(now, deps.webhook));
  const notices = noticesOf(lead, deps);
  await (await deps.store()).create(lead, notices);
  deps.log({ event: 'test', id, delivery: lead.delivery.state });
  deps.waitUntil(deliver(id, deps));
  deps.waitUntil(sendEntries(notices, deps));
  return json(201, trialDeliverySchema.parse(lead));
});

/** Test alerts count like trial leads. */
export async function requireRoomForTest(id: string, { uid }: User, deps: Deps): Promise<void> {
  const [key, mark] = await Promise.all([
    deps.keyedHash(`tests of ${uid}`),
    deps.keyedHash(`test ${id}`),
  ]);
  const now = deps.now();
  const admission = await (await deps.store()).admit(key, mark, trialLimit, now);
  if (admission.admitted) return;
  throw tooMany(
    `You have sent ${trialLimit.count} tests in ten minutes. Please wait a few minutes.`,
    admission.until - now.getTime(),
  );
}

/** Says how the delivery of a trial lead is going. */
export const showTrial = forAdmins(async ({ url }, { store }) => {
  const id = new URL(url).searchParams.get('id');
  if (!id) throw new Refusal(400, 'Please send the test’s id as id.');
  const found = await (await store()).get(id);
  // This reads trial leads only; the inbox reads real ones.
  if (!found?.test) throw new Refusal(404, 'There is no such test. Tests are deleted after a day.');
  return json(200, trialDeliverySchema.parse(found));
});

/** An invented lead that tests the webhook. It says so to anybody who reads it. */
export const trialLead = (id: string, now: string, delivery: Delivery): SubmissionRecord => ({
  id,
  ...inventedWords('TEST'),
  message: 'This is a test. Nobody wrote it, and there is nobody to call.',
  consent_marketing: false,
  created_at: now,
  source: 'contact_page',
  delivery,
  attempts: [],
  consent: noConsent(now),
  tries: 0,
  lease: null,
  test: true,
});

/**
 * Removes the trial leads that are a day old, in any state: the admin who sent one has seen the result
 * by then. Returns how many there were; never rejects.
 */
export const sweepTrials = (deps: SiteDeps): Promise<number> =>
  inBatches('sweep-tests', deps, async () => {
    const store = await deps.store();
    const count = await store.sweepTrials(daysBefore(deps.now(), 1));
    if (count === 0) return 'none left';
    deps.log({ event: 'tests-swept', count });
    return count;
  });

/** Words for a lead that nobody sent. They say so to anybody who reads them: "TEST, not a lead". */
export const inventedWords = (what: string) =>
  forFields(({ name, label, kind }) =>
    kind === 'line'
      ? `${what}, not a ${name === 'name' ? 'lead' : label.toLowerCase()}`
      : { ...otherWords, email: `${what.toLowerCase()}@example.com` }[kind],
  );

const otherWords = { phone: '(713) 555-0100', choice: otherIndustry.value, text: '', consent: '' };
