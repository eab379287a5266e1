/** What a person wished, for whoever texts them elsewhere: the notices that go to RIGHTS_URL. */
import { phoneE164 } from '../../src/shared/reach.ts';
import type { SiteDeps } from '../deps.ts';
import type { Person, RightsNotice } from '../store/record.ts';

/** One notice for each of these people, due at once. None if nobody wants notices. */
export function noticesOf(
  people: readonly Person[],
  wish: Pick<RightsNotice, 'type' | 'at'>,
  { rights, newId }: Pick<SiteDeps, 'rights' | 'newId'>,
): RightsNotice[] {
  if (rights.state === 'off') return [];
  const named = people.map(nameOf).filter((it) => Object.keys(it).length > 0);
  const distinct = new Map(named.map((it) => [JSON.stringify(it), it]));
  return [...distinct.values()].map((person) => ({
    kind: 'notice',
    id: newId(),
    ...wish,
    ...person,
    delivery: { state: 'pending', next_attempt_at: wish.at },
    attempts: [],
    tries: 0,
    lease: null,
  }));
}

/** The address and the number as others know them. A number that can't be read stays as it was typed. */
function nameOf({ email = '', phone = '' }: Person): Person {
  const [address, number] = [email.trim(), phoneE164(phone) ?? phone.trim()];
  return { ...(address && { email: address }), ...(number && { phone: number }) };
}
