/** Decides who may be contacted. No other code does. Decision 0036. */
import type { OptedOut } from '../../src/shared/submission.ts';
import { Refusal } from '../http/request.ts';
import type { Store } from '../store/port.ts';
import type { Person, PersonHash } from '../store/record.ts';

type Key = PersonHash | undefined;

interface Asking {
  personHash: Key;
}

type Verdict = { allowed: true } | ({ allowed: false } & OptedOut);

/** Costs one read. */
export async function mayContact(person: Person, store: Store, deps: Asking): Promise<Verdict> {
  const [verdict] = await mayContactEach([person], store, deps);
  return verdict ?? { allowed: true };
}

/** Costs one read for up to ten people. */
export async function mayContactEach(
  people: readonly Person[],
  store: Store,
  { personHash }: Asking,
): Promise<Verdict[]> {
  if (personHash) {
    const hashes = people.map(personHash);
    const { found, fingerprint } = await store.optOuts(hashes.flat());
    if (belongsTo(fingerprint, personHash)) {
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

/** A list from before fingerprints has none. The next opt-out adds it. */
const belongsTo = (fingerprint: string | undefined, personHash: PersonHash): boolean =>
  fingerprint === undefined || fingerprint === fingerprintOf(personHash);

/** Whether the key is the one of the store's do-not-contact list. Any key fits an empty list. */
export async function keyFits(store: Pick<Store, 'optOutList'>, personHash: Key): Promise<boolean> {
  const { isEmpty, fingerprint } = await store.optOutList();
  return isEmpty || (personHash !== undefined && belongsTo(fingerprint, personHash));
}

/** The list has entries, and the key can't match them to people. */
export class ListUnreadable extends Refusal {
  override name = 'ListUnreadable';

  constructor() {
    super(
      503,
      'The do-not-contact list can’t be read: PRIVACY_KEY is missing or was changed. Set it to the value that it had before, and deploy.',
    );
  }
}

/** Refuses a missing key, and a key that isn't the list's. */
export async function requireKey(store: Store, personHash: Key): Promise<PersonHash> {
  await requireListKey(store, personHash);
  if (personHash) return personHash;
  throw new Refusal(
    503,
    'PRIVACY_KEY is not set on this site, or it is too short: set it to the output of openssl rand -hex 32, and deploy.',
  );
}

/** For an erasure: hashes under another key could never prove what the erased people had agreed to. */
export async function requireListKey(store: Store, personHash: Key): Promise<void> {
  if (!(await keyFits(store, personHash))) throw new ListUnreadable();
}
