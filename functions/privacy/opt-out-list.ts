/** Who is on the do-not-contact list, whether that can be known, and what it means for a lead. Decision 0036. */
import { numbersIn } from '../../src/shared/reach.ts';
import { doNotContact, isOptOut, listUnreadable } from '../../src/shared/submission.ts';
import type { SiteDeps } from '../deps.ts';
import { Refusal } from '../http/request.ts';
import { fault } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import type { Person, PersonHash, SubmissionRecord } from '../store/record.ts';

type Key = PersonHash | undefined;

/** The hash of nobody: the same key makes the same one. */
export const markOf = (personHash: PersonHash): string =>
  String(personHash({ email: 'the key of the do-not-contact list' }));

/** Whether a list with this mark can be read with this key. Older lists have no mark. */
export const fits = (mark: string | undefined, personHash: Key): personHash is PersonHash =>
  personHash !== undefined && (mark === undefined || mark === markOf(personHash));

export type OptOutList = Awaited<ReturnType<Store['optOutList']>>;

/** Gives a mark to a list from before lists had them. */
export async function markOlder({ isEmpty, mark }: OptOutList, store: Store, personHash: Key) {
  if (!isEmpty && mark === undefined && personHash) await store.markOptOuts(markOf(personHash));
}

/** Somebody is on the list, and nobody can tell who. */
export class ListUnreadable extends Refusal {
  override name = 'ListUnreadable';

  constructor() {
    super(
      503,
      'The do-not-contact list can’t be read: PRIVACY_KEY is missing or was changed. Set it to the value that it had before, and deploy.',
    );
  }
}

/** Why a site without a key can't use the list. */
export async function refusalWithoutKey(store: Store): Promise<Refusal> {
  if (!(await store.optOutList()).isEmpty) return new ListUnreadable();
  return new Refusal(
    503,
    'PRIVACY_KEY is not set on this site, or it is too short: set it to the output of openssl rand -hex 32, and deploy.',
  );
}

/** A key that the list was made with, or a new one for an empty list. With two keys, half of the list could not be read. */
export async function requireKey(store: Store, personHash: Key): Promise<PersonHash> {
  if (!personHash) throw await refusalWithoutKey(store);
  const { isEmpty, mark } = await store.optOutList();
  if (isEmpty || fits(mark, personHash)) return personHash;
  throw new ListUnreadable();
}

/** For an erasure: under another key, nobody could prove later what these people had agreed to. */
export async function requireListKey(store: Store, personHash: Key): Promise<void> {
  if (personHash || !(await store.optOutList()).isEmpty) await requireKey(store, personHash);
}

/** The parts of a person that the list may have. */
export const identifiers = ['email', 'phone'] as const;

/** The parts of the person that have one of these hashes, if any. */
export function partOf(person: Person, hashes: readonly string[], personHash: PersonHash) {
  const { email, phone = '' } = person;
  const areIn = (it: Person) => personHash(it).map((hash) => hashes.includes(hash));
  const listed = areIn({ phone });
  const numbers = numbersIn(phone).filter((_, i) => listed[i]);
  const spelled = numbers.join(' / ');
  // The digits of a number that can't be read may be read as another one.
  const isSame = numbers.every((it) => numbersIn(spelled).includes(it));
  const part: Person = {
    ...(areIn({ email }).includes(true) && { email }),
    ...(numbers.length > 0 && { phone: isSame ? spelled : phone }),
  };
  return Object.keys(part).length > 0 ? part : undefined;
}

/** The parts of the person on the list, if any. Costs one read, or two if the key doesn't fit. */
export const onList = async (person: Person, store: Store, personHash: Key) =>
  (await allOnList([person], store, personHash))[0];

/** The same for up to ten people, for the same price. */
export async function allOnList(people: readonly Person[], store: Store, personHash: Key) {
  if (personHash) {
    const { found, mark } = await store.optOuts(people.flatMap(personHash));
    if (fits(mark, personHash)) return people.map((it) => partOf(it, found, personHash));
  }
  if (!(await store.optOutList()).isEmpty) throw new ListUnreadable();
  return people.map(() => undefined);
}

/**
 * Why the person's new lead is held. If the store doesn't answer, the lead is taken as usual: the list is asked
 * again before each delivery.
 */
export async function reasonsToHold(
  person: Person,
  store: Store,
  { personHash, log }: Pick<SiteDeps, 'personHash' | 'log'>,
): Promise<string[]> {
  try {
    return (await onList(person, store, personHash)) ? [doNotContact] : [];
  } catch (error) {
    log(fault('opt-out-not-read', error));
    return error instanceof ListUnreadable ? [listUnreadable] : [];
  }
}

/**
 * The lead, marked as one whose person wants no contact. An open lead is held. Its lease stays: an attempt that is
 * under way ends the hold only if the receiver takes the lead.
 */
export function stopped(record: SubmissionRecord, now: Date): SubmissionRecord | undefined {
  const { delivery: was, created_at } = record;
  const isOpen = ['pending', 'failed', 'held'].includes(was.state);
  const isMarked = isOptOut(was) || (record.no_contact && !isOpen);
  if (isMarked) return undefined;
  const since = was.state === 'held' ? created_at : now.toISOString();
  const marked = { ...record, no_contact: true, stopped: { was, since } };
  if (!isOpen) return marked;
  const spam = was.state === 'held' ? was.reasons : [];
  return { ...marked, delivery: { state: 'held', reasons: [doNotContact, ...spam] } };
}

/** The lead when nobody wants its person on the list any more. If it was held for that, it is what it was before, and due now. */
export function givenBack(record: SubmissionRecord, now: string): SubmissionRecord | undefined {
  const { stopped: by } = record;
  const isHeld = isOptOut(record.delivery);
  if (!by || !(isHeld || record.no_contact)) return undefined;
  // Firestore's update leaves a field that isn't named, so "stopped" stays and no longer counts.
  const free = { ...record, no_contact: false };
  if (!isHeld) return free;
  const { was } = by;
  const delivery = was.state === 'pending' ? { ...was, next_attempt_at: now, since: now } : was;
  return { ...free, delivery };
}
