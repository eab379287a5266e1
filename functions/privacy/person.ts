import { createHmac } from 'node:crypto';
import { numbersIn } from '../../src/shared/reach.ts';
import type { SiteDeps } from '../deps.ts';
import { foldEmail, type Person, type PersonHash, type RightsNotice } from '../store/record.ts';

/** The key matters: without it, somebody could hash all phone numbers and compare. */
export function personHasher(key: string): PersonHash {
  const hash = (kind: keyof Person, text: string): string[] =>
    text === '' ? [] : [createHmac('sha256', key).update(`${kind} ${text}`).digest('hex')];
  return ({ email = '', phone = '' }) => [
    ...hash('email', foldEmail(email)),
    ...numbersIn(phone).flatMap((it) => hash('phone', it)),
  ];
}

/** Notices for RIGHTS_URL about each of these people, due at once. None if nobody wants notices. */
export function noticesOf(
  people: readonly Person[],
  wish: Pick<RightsNotice, 'type' | 'at'>,
  { rights, newId }: Pick<SiteDeps, 'rights' | 'newId'>,
): RightsNotice[] {
  if (rights.state === 'off') return [];
  const named = people.flatMap(namesOf).filter((it) => Object.keys(it).length > 0);
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

/** The address and the number as others know them, and each further number by itself. One that can't be read has its digits. */
function namesOf({ email = '', phone = '' }: Person): Person[] {
  const [first = phone.trim(), ...others] = numbersIn(phone);
  const [address, more] = [email.trim(), others.map((it) => ({ phone: it }))];
  return [{ ...(address && { email: address }), ...(first && { phone: first }) }, ...more];
}
