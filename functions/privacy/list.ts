/** Who is on the do-not-contact list, and whether that can be known. Decision 0036. */
import { doNotContact, listUnreadable } from '../../src/shared/submission.ts';
import type { SiteDeps } from '../deps.ts';
import { Refusal } from '../http/request.ts';
import { fault } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import type { Person, PersonHash } from '../store/record.ts';

type Key = PersonHash | undefined;

/** The hash of nobody: the same key makes the same one. */
export const markOf = (personHash: Key): string | undefined =>
  personHash?.({ email: 'the key of the do-not-contact list' })[0];

/** Whether the list can be read with this key. `unmarked`: it is from before lists had marks. */
export async function listState(
  store: Pick<Store, 'optOutList'>,
  personHash: Key,
): Promise<'empty' | 'fits' | 'unmarked' | 'no key' | 'other key'> {
  const { isEmpty, mark } = await store.optOutList();
  if (isEmpty) return 'empty';
  if (!personHash) return 'no key';
  if (mark === undefined) return 'unmarked';
  return mark === markOf(personHash) ? 'fits' : 'other key';
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

export async function requireReadable(store: Store, personHash: Key): Promise<void> {
  if (['no key', 'other key'].includes(await listState(store, personHash))) {
    throw new ListUnreadable();
  }
}

const kinds = ['email', 'phone'] as const;

/** A part of a person that the list may have. */
export type Identifier = (typeof kinds)[number];

/** Those of these hashes that are a person's, by what they are the hash of. */
const identifiersIn = (
  hashes: readonly string[],
  person: Person,
  personHash: PersonHash,
): Identifier[] =>
  kinds.filter((it) => personHash({ [it]: person[it] }).some((hash) => hashes.includes(hash)));

/** What of the person has one of these hashes. */
export const partOf = (person: Person, hashes: readonly string[], personHash: PersonHash): Person =>
  Object.fromEntries(identifiersIn(hashes, person, personHash).map((it) => [it, person[it]]));

/** What of the person is on the list. Costs one read unless something is, or the key doesn't fit. */
export async function onList(person: Person, store: Store, personHash: Key): Promise<Identifier[]> {
  if (personHash) {
    const { found, mark } = await store.optOuts(personHash(person));
    const hashes = found.map(({ hash }) => hash);
    const isKeyKnown = mark === undefined || mark === markOf(personHash);
    if (isKeyKnown) return identifiersIn(hashes, person, personHash);
  }
  await requireReadable(store, personHash);
  return [];
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
    const which = await onList(person, store, personHash);
    return which.length > 0 ? [doNotContact] : [];
  } catch (error) {
    log(fault('opt-out-not-read', error));
    return error instanceof ListUnreadable ? [listUnreadable] : [];
  }
}
