import { readAttribution } from '../../src/shared/attribution.ts';
import type { Submission } from '../../src/shared/contact-schema.ts';
import { consentTextOf, isOutdated } from '../../src/shared/consent-texts.ts';
import { fields } from '../../src/shared/fields.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import { phoneE164 } from '../../src/shared/phone.ts';
import type { ConsentReceipt } from '../../src/shared/consent-receipt.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/request.ts';
import { deliver } from '../delivery/deliver.ts';
import { isNews, tellLeads } from '../delivery/tell.ts';
import { fault } from '../log/log.ts';
import { firstDelivery } from '../delivery/webhook/webhook.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { earlierOf } from '../store/earlier.ts';
import type { Store } from '../store/port.ts';
import { reasonsToHold } from '../privacy/list.ts';
import { isCanary } from './canary-marker.ts';
import { isPlain } from './plain-form.ts';
import { requireRoom } from './rate-limiter.ts';
import { readSubmission } from './read-submission.ts';
import { findRepeated } from './spam/counts.ts';
import { reasonsFor } from './spam/rules.ts';

export interface Accepted {
  id: string;
  isNew: boolean;
  /** The stored receipt. A lead that is sent again has the first one. */
  consent: ConsentReceipt;
}

/** Stores a lead, unless it is stored already, and delivers it after the answer. */
export async function acceptLead(words: unknown, request: Request, deps: Deps): Promise<Accepted> {
  const submission = readSubmission(words);
  const sent = await recordOf(submission, request, deps);
  const store = await deps.store();
  // A retry gets its answer even over the limit.
  const stored = await store.get(sent.id);
  if (stored) return acceptAgain(stored, sent, deps);
  // This comes before any write: a flood must not fill the store or cost money.
  await requireRoom(sent.id, store, deps);

  const isOurs = await isCanary(submission, deps);
  const [record, unwanted, repeated] = await Promise.all([
    isOurs ? asTrial(sent) : withEarlier(sent, store, deps),
    isOurs ? [] : reasonsToHold(sent, store, deps),
    isOurs ? [] : findRepeated(submission, store, deps),
  ]);
  const reasons = [...unwanted, ...reasonsFor(submission, repeated)];
  return storeNew(reasons.length > 0 ? heldFor(reasons, record) : record, store, deps);
}

/** The canary's lead is swept like a trial lead. */
const asTrial = (record: SubmissionRecord): SubmissionRecord => ({
  ...record,
  test: true,
  canary: true,
});

/** A held lead is stored and answered like any other. */
const heldFor = (reasons: string[], record: SubmissionRecord): SubmissionRecord => ({
  ...record,
  delivery: { state: 'held', reasons },
});

async function storeNew(record: SubmissionRecord, store: Store, deps: Deps): Promise<Accepted> {
  const { id, consent, delivery } = record;
  const isNew = await store.create(record, isNews(record, deps)).catch((error: unknown) => {
    deps.log({ event: 'submission-not-stored', id });
    throw error;
  });
  // Somebody else was faster, or the lead was erased.
  if (!isNew) return acceptAgain(await store.get(id), record, deps);
  deps.log({ event: 'submission', id, delivery: delivery.state });
  if (delivery.state === 'pending') deps.waitUntil(deliver(id, deps));
  if (isNews(record, deps)) deps.waitUntil(tellLeads(deps));
  return { id, isNew, consent };
}

/** The id belongs to other words, or to a lead that was erased. */
export class IdTaken extends Refusal {
  override name = 'IdTaken';

  constructor() {
    super(409, 'This id belongs to another request. Please send yours with a new id.');
  }
}

/** Accepts what is stored already. Other words are refused: a thank-you would lose them. */
function acceptAgain(
  stored: SubmissionRecord | undefined,
  sent: SubmissionRecord,
  { log }: Deps,
): Accepted {
  const { id } = sent;
  if (!stored || !saysTheSame(stored, sent)) {
    log({ event: 'id-taken', id });
    throw new IdTaken();
  }
  log({ event: 'submission-known', id });
  return { id, isNew: false, consent: stored.consent };
}

/**
 * Compares everything that a visitor says: the fields, which form, and the consent. A lead from before a
 * field was added says as little as one that leaves it empty.
 */
const saysTheSame = (one: SubmissionRecord, other: SubmissionRecord): boolean =>
  one.source === other.source &&
  one.consent.version === other.consent.version &&
  fields.every(({ name }) => (one[name] ?? null) === (other[name] ?? null));

async function recordOf(
  submission: Submission,
  request: Request,
  deps: Deps,
): Promise<SubmissionRecord> {
  const { consent_version, website, open_ms, page, ticked, canary, attribution, ...lead } =
    submission;
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

/**
 * Names the earlier requests of the same person. A lead is worth more than its mark: if they can't be
 * read, for example because an index is still missing, it is stored without one.
 */
async function withEarlier(
  record: SubmissionRecord,
  store: Store,
  { log }: Deps,
): Promise<SubmissionRecord> {
  try {
    const earlier = earlierOf(await store.latestOf(record));
    return earlier.length > 0 ? { ...record, earlier } : record;
  } catch (error) {
    log(fault('earlier-not-read', error));
    return record;
  }
}

const longestReceipt = { page_url: 2000, user_agent: 500 };

/**
 * Proves later what the visitor agreed to, where and when. Of the address, it keeps the path only: the rest
 * may say which advertisement the visitor saw, also if the browser asks for privacy.
 */
async function consentReceipt(
  { consent_version: version, page: mark, ticked, open_ms }: Submission,
  request: Request,
  { ip, consentPage, now }: Deps,
  at: string,
): Promise<ConsentReceipt> {
  const { headers, url } = request;
  const text = consentTextOf(version);
  // A mark that the archive doesn't know is no proof of a page. The receipt then names none.
  const page = mark === undefined ? undefined : await consentPage(mark);
  const isAnother = page?.version !== undefined && page.version !== version;
  if (text === undefined || isAnother || isOutdated(version, now())) {
    // A plain form comes back with the new text, and reloading that page would send the old one again.
    throw isPlain(request)
      ? new Refusal(422, 'The consent text has changed. Please read it and agree again.', {
          field: 'consent_marketing',
        })
      : new Refusal(422, 'This consent text is out of date. Please reload the page.', {
          field: 'consent_version',
        });
  }
  const referrer = URL.parse(headers.get('referer') ?? '');
  const isOwn = referrer?.origin === new URL(url).origin;
  return {
    version,
    sha256: await sha256(text),
    at,
    page_url: isOwn
      ? (referrer.origin + referrer.pathname).slice(0, longestReceipt.page_url)
      : null,
    ip,
    user_agent: headers.get('user-agent')?.slice(0, longestReceipt.user_agent) ?? null,
    page_sha256: page?.sha256 ?? null,
    deploy: page?.deploy ?? null,
    // In a plain form whose box starts empty, nobody else can have ticked it. A script has to say so.
    ticked: ticked ?? (isPlain(request) && page?.starts_empty ? true : null),
    open_ms: open_ms ?? null,
  };
}
