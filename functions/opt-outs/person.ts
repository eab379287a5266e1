import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isEmail } from '../../src/shared/contact.ts';
import { limits } from '../../src/shared/fields.ts';
import { numbersIn } from '../../src/shared/phone-numbers.ts';
import type { Deps } from '../deps.ts';
import { Refusal, readFields } from '../http/request.ts';
import { dueFrom, type RightsMessage } from '../store/outbox-entry.ts';
import { addressesOf, type Person, type PersonHash } from '../store/record.ts';

const noPerson = 'Please give an e-mail address, or a phone number of seven digits or more.';
const noEmail = 'Please give a whole e-mail address.';
const noPhone = 'Please give a phone number of seven digits or more.';

/** Forms send blank text for an empty field. Refuses text that no later search could match. */
const textOr = (problem: string, longest: number, isValid: (text: string) => boolean) =>
  z.optional(
    z.string(problem).check(
      // Includes the length, because all checks run: a long text would take minutes to read.
      z.refine((text) => text.trim() === '' || (text.length <= longest && isValid(text)), problem),
    ),
  );

const personSchema = z.object({
  email: textOr(noEmail, limits.email, (text) => isEmail(text.trim())),
  phone: textOr(noPhone, limits.phone, (text) => numbersIn(text).length > 0),
});

export const noPersonRefusal = () => new Refusal(422, noPerson, { field: 'email' });

export function personIn(body: unknown): Person {
  const person = readFields(personSchema, body, noPersonRefusal);
  if (!person.email?.trim() && !person.phone?.trim()) throw noPersonRefusal();
  return person;
}

/** A texting tool may send null or a placeholder for a missing part. */
const usable = z.object({
  email: z.catch(personSchema.shape.email, undefined),
  phone: z.catch(personSchema.shape.phone, undefined),
});

export function usablePersonIn(body: unknown): Person {
  const { data = {} } = usable.safeParse(body);
  return data.email?.trim() || data.phone?.trim() ? data : personIn(body);
}

/** Keyed, because anyone could hash all phone numbers and compare. */
export function personHasher(key: string): PersonHash {
  const hash = (kind: keyof Person, text: string): string =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex');
  return (person) => {
    const { emails, phones } = addressesOf(person);
    return [
      ...emails.map((email) => hash('email', email)),
      ...phones.map((phone) => hash('phone', phone)),
    ];
  };
}

/** Messages to RIGHTS_URL about each of these people. None if RIGHTS_URL isn't set. */
export function rightsMessages(
  people: readonly Person[],
  wish: Wish,
  deps: Pick<Deps, 'rights' | 'newId'>,
  due = wish.at,
): RightsMessage[] {
  return rightsMessagesNaming(people.flatMap(namesOf), wish, deps, due);
}

type Wish = Pick<RightsMessage, 'type' | 'at'>;

/** For addresses and numbers from `addressesOf`. Parsing them again could turn bare digits into a different number. */
export function rightsMessagesNaming(
  names: readonly Person[],
  wish: Wish,
  { rights, newId }: Pick<Deps, 'rights' | 'newId'>,
  due = wish.at,
): RightsMessage[] {
  if (rights.state === 'off') return [];
  const named = names.filter((person) => Object.keys(person).length > 0);
  const distinct = new Map(named.map((person) => [JSON.stringify(person), person]));
  return [...distinct.values()].map((person) => ({
    kind: 'rights',
    id: newId(),
    ...wish,
    ...person,
    ...dueFrom(due),
  }));
}

/** The address with the first number, and each further number separately. An unreadable number has its digits. */
function namesOf({ email = '', phone = '' }: Person): Person[] {
  const [first = phone.trim(), ...others] = numbersIn(phone);
  const [address, more] = [email.trim(), others.map((number) => ({ phone: number }))];
  return [{ ...(address && { email: address }), ...(first && { phone: first }) }, ...more];
}
