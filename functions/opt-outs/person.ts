import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isEmail } from '../../src/shared/contact.ts';
import { limits } from '../../src/shared/fields.ts';
import { numbersIn } from '../../src/shared/phone-numbers.ts';
import type { Deps } from '../deps.ts';
import { Refusal, readFields } from '../http/request.ts';
import { dueFrom, type RightsMessage } from '../store/outbox-entry.ts';
import { addressesOf, type Person, type PersonHash } from '../store/record.ts';

/** For the form of /stop as well as for JSON. */
const noPerson = 'Please give an e-mail address, or a phone number of seven digits or more.';
const noEmail = 'Please give a whole e-mail address.';
const noPhone = 'Please give a phone number of seven digits or more.';

/** Forms send blank what was left out. Refuses what could never be found again. */
const textOr = (problem: string, longest: number, isValid: (text: string) => boolean) =>
  z.optional(
    z.string(problem).check(
      // All checks run, so the length is part of this one: a long text would take minutes to read.
      z.refine((it) => it.trim() === '' || (it.length <= longest && isValid(it)), problem),
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

/** A texting tool may send null, or a placeholder, for the part that it doesn't have. */
const usable = z.object({
  email: z.catch(personSchema.shape.email, undefined),
  phone: z.catch(personSchema.shape.phone, undefined),
});

/** The person in a tool's request: the parts that can be used, if there are any. */
export function usablePersonIn(body: unknown): Person {
  const { data = {} } = usable.safeParse(body);
  return data.email?.trim() || data.phone?.trim() ? data : personIn(body);
}

/** The key matters: without it, somebody could hash all phone numbers and compare. */
export function personHasher(key: string): PersonHash {
  const hash = (kind: keyof Person, text: string): string =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex');
  return (person) => {
    const { emails, phones } = addressesOf(person);
    return [...emails.map((it) => hash('email', it)), ...phones.map((it) => hash('phone', it))];
  };
}

/** Messages to RIGHTS_URL about each of these people. None if nobody wants them. */
export function rightsMessages(
  people: readonly Person[],
  wish: Wish,
  deps: Pick<Deps, 'rights' | 'newId'>,
  due = wish.at,
): RightsMessage[] {
  return rightsMessagesNaming(people.flatMap(namesOf), wish, deps, due);
}

type Wish = Pick<RightsMessage, 'type' | 'at'>;

/** The same by addresses and numbers as `addressesOf` made them. Read again, digits may be another number. */
export function rightsMessagesNaming(
  names: readonly Person[],
  wish: Wish,
  { rights, newId }: Pick<Deps, 'rights' | 'newId'>,
  due = wish.at,
): RightsMessage[] {
  if (rights.state === 'off') return [];
  const named = names.filter((it) => Object.keys(it).length > 0);
  const distinct = new Map(named.map((it) => [JSON.stringify(it), it]));
  return [...distinct.values()].map((person) => ({
    kind: 'rights',
    id: newId(),
    ...wish,
    ...person,
    ...dueFrom(due),
  }));
}

/** The address and the number as others know them, and each further number by itself. One that can't be read has its digits. */
function namesOf({ email = '', phone = '' }: Person): Person[] {
  const [first = phone.trim(), ...others] = numbersIn(phone);
  const [address, more] = [email.trim(), others.map((it) => ({ phone: it }))];
  return [{ ...(address && { email: address }), ...(first && { phone: first }) }, ...more];
}
