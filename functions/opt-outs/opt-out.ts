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

/** Also marks the person's leads. `submission` is for the audit log. Returns whether an address or number is new. */
export async function optOut(person: Person, submission: string | null, by: Actor, deps: Deps) {
  const store = await deps.store();
  const personHash = await requireKey(store, deps.personHash);
  const entry = entryOf({ action: 'opted-out', submission }, by, deps);
  const { at } = entry;
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
    store.change(id, (lead) => markedAs({ at, how }, lead)),
  );
  return isNew;
}

/**
 * Takes a person off the list and frees their leads, except the lead that the caller releases (`except`). After an
 * opt-out that is newer than `upTo`, the person stays on the list. Returns whether they were taken off.
 */
export async function allowContact(
  person: Person,
  submission: string | null,
  by: Actor,
  deps: Deps,
  { except, upTo }: { except?: string; upTo?: string } = {},
) {
  const store = await deps.store();
  const personHash = await requireKey(store, deps.personHash);
  const entry = entryOf({ action: 'opted-in', submission }, by, deps);
  const { emails, phones } = addressesOf(person);
  const names = [...emails.map((email) => ({ email })), ...phones.map((phone) => ({ phone }))];
  // In the order of the names.
  const hashes = personHash(person);
  let messages: RightsMessage[] = [];
  const messagesAbout = (removed: readonly string[]) => {
    // The receiver may know of an opt-out by another number, which this doesn't end.
    const listed = names.filter((_, i) => removed.some((hash) => hash === hashes[i]));
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
    if (lead) await markAsListed(lead, store, deps);
  });
  return wasOn;
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

/**
 * Marks or frees a lead as the list says, and returns the verdict. For a lead that no opt-out has found: it was being
 * stored at that moment, or an earlier version stored it, which looked for the first number only.
 */
export async function markAsListed(lead: SubmissionRecord, store: Store, deps: Deps) {
  const verdict = await mayContact(lead, store, deps);
  if (!verdict.allowed) {
    const { at, how } = verdict;
    await store.change(lead.id, (stored) => markedAs({ at, how }, stored));
  } else if (lead.opted_out) {
    const at = deps.now().toISOString();
    const delivery = firstDelivery(at, deps.webhook);
    const free = freed(lead, delivery, at);
    const outbox = lead.delivery.state === 'held' && free ? noticesOf(free, deps) : [];
    const { at: until } = lead.opted_out;
    const changed = await store.change(
      lead.id,
      // A newer mark belongs to an opt-out after the read of the list.
      (stored) => (stored.opted_out?.at === until ? freed(stored, delivery, at) : undefined),
      { outbox },
    );
    if (changed) deps.waitUntil(deps.sendEntries(outbox, deps));
  }
  return verdict;
}

/**
 * Holds the lead of a person who opted out, unless its delivery is over. The lease stays: a running attempt ends the
 * hold only if the receiver takes the lead. Returns undefined if nothing changes.
 */
export function markedAs(
  { at, how }: OptedOut,
  record: SubmissionRecord,
): SubmissionRecord | undefined {
  const { delivery, opted_out } = record;
  const isOpen = ['pending', 'failed', 'held'].includes(delivery.state);
  const reasons = delivery.state === 'held' ? delivery.reasons : [];
  const isHeld = !isOpen || reasons.includes(askedToStop);
  if (isHeld && opted_out && opted_out.at >= at) return undefined;
  const marked = { ...record, opted_out: { at, how } };
  return isHeld ? marked : { ...marked, delivery: heldFor([askedToStop, ...reasons]) };
}

export const heldFor = (reasons: string[]): Delivery => ({ state: 'held', reasons });

/** For a person who may be contacted again. A lead that was held for the opt-out alone is released. */
function freed(
  record: SubmissionRecord,
  delivery: Delivery,
  now: string,
): SubmissionRecord | undefined {
  if (!record.opted_out) return undefined;
  const free = { ...record, opted_out: null };
  if (record.delivery.state !== 'held') return free;
  const others = record.delivery.reasons.filter((reason) => reason !== askedToStop);
  return others.length > 0 ? { ...free, delivery: heldFor(others) } : released(free, delivery, now);
}

/** A held lead with the delivery that it would have got on arrival. */
export const released = (
  record: SubmissionRecord,
  delivery: Delivery,
  now: string,
): SubmissionRecord => ({
  ...record,
  opted_out: null,
  tries: 0,
  delivery: { ...delivery, ...(delivery.state === 'pending' && { since: now }) },
});
