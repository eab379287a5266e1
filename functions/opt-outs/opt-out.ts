/**
 * Puts people on the do-not-contact list, takes them off it, and keeps the leads as the list says. The list alone
 * decides who may be contacted (`may-contact.ts`). `opted_out` and the hold on a lead are its copies.
 *
 * An opt-out first adds the person to the list, in one write with its audit entry and rights messages. Then it marks and
 * holds the person's stored leads, each in a write of its own. Allowing contact again removes the person from the list,
 * then the marks and holds. Races:
 *
 * - The call ends before all leads are changed: the same opt-out again changes the rest.
 * - A lead is being stored during an opt-out, so the call doesn't find it: `applyList` corrects the lead after it is
 *   stored or when an admin opens it, and `deliver.ts` asks the list before each delivery.
 * - An attempt is running when the lead is held: it keeps its lease, and ends the hold only if the receiver takes the
 *   lead.
 * - A newer opt-out comes during a release: it wins. The release removes only opt-outs up to `upTo`, the one that the
 *   admin saw, and a lead's mark only if it is unchanged since the read.
 */
import type { Actor } from '../../src/shared/audit.ts';
import { askedToStop, type Delivery, type OptedOut } from '../../src/shared/submission.ts';
import { announce, entryOf } from '../audit/audit-log.ts';
import type { Deps } from '../deps.ts';
import { wayOf } from '../store/earlier-states.ts';
import { noticesOf, type RightsMessage } from '../store/outbox-entry.ts';
import type { Store } from '../store/port.ts';
import {
  addressesOf,
  DamagedRecord,
  firstDelivery,
  type Person,
  type SubmissionRecord,
} from '../store/record.ts';
import { fingerprintOf, mayContact, requireKey } from './may-contact.ts';
import { rightsMessages, rightsMessagesNaming } from './person.ts';

/** More leads than a person has. A missed lead is found when it is sent, or opened in the inbox. */
const mostLeads = 1000;

/**
 * Adds the person to the list, and holds the person's leads. `submission` is for the audit log. Returns whether an
 * address or number is new on the list.
 */
export async function optOut(person: Person, submission: string | null, by: Actor, deps: Deps) {
  const store = await deps.store();
  const personHash = await requireKey(store, deps.personHash);
  const entry = entryOf({ action: 'opted-out', submission }, by, deps);
  const { at } = entry;
  // Only admins have a uid, which `wayOf` maps to 'admin'.
  const how = wayOf(by.uid ?? by.name);
  const change = { hashes: personHash(person), at, how, fingerprint: fingerprintOf(personHash) };
  const messages = rightsMessages([person], { type: 'opted-out', at }, deps);
  const isNew = await store.optOut(change, entry, messages);
  if (isNew) {
    announce(entry, deps.log);
    deps.waitUntil(deps.sendEntries(messages, deps));
  }
  // Repeated even if the person was on the list, because an earlier call may have ended here.
  await ofEachLead(person, store, deps, (id) =>
    store.change(id, (lead) => withOptOut(lead, { at, how })),
  );
  return isNew;
}

interface Allowing {
  /** The lead that the caller releases itself. */
  except?: string;
  /** The newest opt-out that the caller has seen. After a newer one, the person stays on the list. */
  upTo?: string;
}

/**
 * Takes the person off the list, and releases the leads held for the opt-out alone. Returns whether the person was on
 * the list.
 */
export async function allowContact(
  person: Person,
  submission: string | null,
  by: Actor,
  deps: Deps,
  { except, upTo }: Allowing = {},
) {
  const store = await deps.store();
  const personHash = await requireKey(store, deps.personHash);
  const entry = entryOf({ action: 'opted-in', submission }, by, deps);
  const { emails, phones } = addressesOf(person);
  const addresses = [...emails.map((email) => ({ email })), ...phones.map((phone) => ({ phone }))];
  // One for each address and number, in the same order.
  const hashes = personHash(person);
  let messages: RightsMessage[] = [];
  const messagesAbout = (removed: readonly string[]) => {
    // The receiver may know of an opt-out by another number, which this doesn't end.
    const listed = addresses.filter((_, i) => removed.some((hash) => hash === hashes[i]));
    messages = rightsMessagesNaming(listed, { type: 'opted-in', at: entry.at }, deps);
    return messages;
  };
  const wasOn = await store.allowContact(hashes, entry, messagesAbout, upTo);
  if (wasOn) {
    announce(entry, deps.log);
    deps.waitUntil(deps.sendEntries(messages, deps));
  }
  await ofEachLead(person, store, deps, async (id) => {
    const lead = id === except ? undefined : await store.get(id);
    // Another address or number of this lead may still be on the list.
    if (lead) await applyList(lead, store, deps);
  });
  return wasOn;
}

/**
 * Holds or releases a stored lead as the list says, and returns the verdict. An opt-out misses a lead that is being
 * stored at that moment. A lead of an earlier version may differ from the list, because that version looked for the
 * lead's first number only.
 */
export async function applyList(lead: SubmissionRecord, store: Store, deps: Deps) {
  const verdict = await mayContact(lead, store, deps);
  if (!verdict.allowed) await store.change(lead.id, (stored) => withOptOut(stored, verdict));
  else if (lead.opted_out) await endOptOut(lead, lead.opted_out.at, store, deps);
  return verdict;
}

async function endOptOut(lead: SubmissionRecord, optedOutAt: string, store: Store, deps: Deps) {
  const now = deps.now().toISOString();
  const delivery = firstDelivery(now, deps.webhook);
  const outbox =
    lead.delivery.state === 'held' ? noticesOf(withoutOptOut(lead, delivery, now), deps) : [];
  const changed = await store.change(
    lead.id,
    // A newer mark belongs to an opt-out after the read of the list.
    (stored) =>
      stored.opted_out?.at === optedOutAt ? withoutOptOut(stored, delivery, now) : undefined,
    { outbox },
  );
  if (changed) deps.waitUntil(deps.sendEntries(outbox, deps));
}

async function ofEachLead(
  person: Person,
  store: Store,
  { log }: Pick<Deps, 'log'>,
  change: (id: string) => Promise<unknown>,
): Promise<void> {
  const leads = await store.leadsOf(person, mostLeads);
  await Promise.all(
    leads.map(({ id }) =>
      change(id).catch((error: unknown) => {
        if (!(error instanceof DamagedRecord)) throw error;
        log({ event: 'damaged-record', id });
      }),
    ),
  );
}

/** Marks the lead, and holds it if it could still be sent. Keeps the lease. Undefined: nothing changes. */
export function withOptOut(
  lead: SubmissionRecord,
  { at, how }: OptedOut,
): SubmissionRecord | undefined {
  const { delivery, opted_out } = lead;
  const canBeSent = ['pending', 'failed', 'held'].includes(delivery.state);
  const reasons = delivery.state === 'held' ? delivery.reasons : [];
  const mustHold = canBeSent && !reasons.includes(askedToStop);
  if (!mustHold && opted_out && opted_out.at >= at) return undefined;
  const marked = { ...lead, opted_out: { at, how } };
  return mustHold ? { ...marked, delivery: heldFor([askedToStop, ...reasons]) } : marked;
}

/** Removes the mark. A lead that is held for the opt-out alone is released. */
function withoutOptOut(lead: SubmissionRecord, delivery: Delivery, now: string): SubmissionRecord {
  const unmarked = { ...lead, opted_out: null };
  if (lead.delivery.state !== 'held') return unmarked;
  const others = lead.delivery.reasons.filter((reason) => reason !== askedToStop);
  return others.length > 0
    ? { ...unmarked, delivery: heldFor(others) }
    : released(unmarked, delivery, now);
}

export const heldFor = (reasons: string[]): Delivery => ({ state: 'held', reasons });

/** `delivery` is the one that the held lead would have got on arrival. */
export const released = (
  lead: SubmissionRecord,
  delivery: Delivery,
  now: string,
): SubmissionRecord => ({
  ...lead,
  opted_out: null,
  tries: 0,
  delivery: { ...delivery, ...(delivery.state === 'pending' && { since: now }) },
});
