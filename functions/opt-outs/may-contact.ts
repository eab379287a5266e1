/** Who may be contacted. Intake, deliveries, notices, the ads file and the inbox ask here, and nobody else decides. Decision 0036. */
import type { OptedOut } from '../../src/shared/submission.ts';
import { Refusal } from '../http/request.ts';
import type { Store } from '../store/port.ts';
import type { Person, PersonHash } from '../store/record.ts';

type Key = PersonHash | undefined;

interface Asking {
  /** Undefined where PRIVACY_KEY isn't set. */
  personHash: Key;
}

type Verdict = { allowed: true } | ({ allowed: false } & OptedOut);

/** Whether somebody may contact this person and, if not, since when and how they opted out. Costs one read. */
export async function mayContact(person: Person, store: Store, deps: Asking): Promise<Verdict> {
  const [verdict] = await mayContactEach([person], store, deps);
  return verdict ?? { allowed: true };
}

/** The same for up to ten people, for the same price. */
export async function mayContactEach(
  people: readonly Person[],
  store: Store,
  { personHash }: Asking,
): Promise<Verdict[]> {
  if (personHash) {
    const hashes = people.map(personHash);
    const { found, fingerprint } = await store.optOuts(hashes.flat());
    if (isOf(fingerprint, personHash)) {
      return hashes.map((own) => {
        const [last] = found
          .filter(({ hash }) => own.includes(hash))
          .toSorted((a, b) => b.at.localeCompare(a.at));
        return last ? { allowed: false, at: last.at, how: last.how } : { allowed: true };
      });
    }
  }
  if (!(await store.optOutList()).isEmpty) throw new ListUnreadable();
  return people.map(() => ({ allowed: true }));
}

/** Fingerprint of the key (hash of a fixed string). Detects a changed PRIVACY_KEY. */
export const fingerprintOf = (personHash: PersonHash): string =>
  String(personHash({ email: 'the key of the do-not-contact list' }));

/** A list from before fingerprints were stored has none. The next opt-out adds it. */
const isOf = (fingerprint: string | undefined, personHash: PersonHash): boolean =>
  fingerprint === undefined || fingerprint === fingerprintOf(personHash);

/** Whether the store's do-not-contact list can be read with this key. Any key fits an empty list. */
export async function keyFits(store: Pick<Store, 'optOutList'>, personHash: Key): Promise<boolean> {
  const { isEmpty, fingerprint } = await store.optOutList();
  return isEmpty || (personHash !== undefined && isOf(fingerprint, personHash));
}

/** The list has entries, and the key can't tell whose. */
export class ListUnreadable extends Refusal {
  override name = 'ListUnreadable';

  constructor() {
    super(
      503,
      'The do-not-contact list can’t be read: PRIVACY_KEY is missing or was changed. Set it to the value that it had before, and deploy.',
    );
  }
}

/** Refuses to use the list without a key, or with another key than its own. */
export async function requireKey(store: Store, personHash: Key): Promise<PersonHash> {
  await requireListKey(store, personHash);
  if (personHash) return personHash;
  throw new Refusal(
    503,
    'PRIVACY_KEY is not set on this site, or it is too short: set it to the output of openssl rand -hex 32, and deploy.',
  );
}

/** For an erasure: under another key, nobody could prove later what these people had agreed to. */
export async function requireListKey(store: Store, personHash: Key): Promise<void> {
  if (!(await keyFits(store, personHash))) throw new ListUnreadable();
}
