import { foldEmail, type SubmissionRecord } from '../../functions/store/record.ts';
import type { Draft } from '../../src/islands/contact-form/memory.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { forFields } from '../../src/shared/fields.ts';
import type { Random } from './random.ts';

export type Words = Omit<Draft, 'consent_marketing'>;

const { consent_marketing: _, ...empty } = forFields(() => '');

/** Enough people that few leads are held as a person's repeated request. */
const people = ['a', 'b', 'c', 'd', 'e', 'f'].map((it) => `${it}.Person@Example.com`);
const common =
  'We would like to hear what a lead costs in our part of the town and how soon the first of them could come to us.';

/** The company's name contains the number, so that no two forms are equal by chance. */
export function someWords(random: Random, number: number): Words {
  const email = random.pick(people);
  return {
    ...empty,
    name: random.pick(['Ana', ' Bo Li ', 'Cyrus Độ']),
    email: random.chance(0.2) ? ` ${email.toUpperCase()}` : email,
    phone: `(713) 555-01${10 + people.indexOf(email)} / ${secondNumberOf(email)}`,
    company: `Works ${number}`,
    industry: random.pick(['roofing', 'hvac', 'other']),
    message: random.pick(['', 'Katy and Cypress.', common]),
  };
}

export const anotherWord = (words: Words, number: number): Words => ({
  ...words,
  phone: `(713) 555-${1000 + number} / ${secondNumberOf(words.email)}`,
});

/** The key of the person's address in any notation. All of their leads have it. */
export const secondNumberOf = (email: string): string =>
  `832-555-01${10 + people.findIndex((it) => foldEmail(it) === foldEmail(email))}`;

export const somebody = (random: Random): string => foldEmail(random.pick(people));

export const draftOf = (words: Words): Draft => ({ ...words, consent_marketing: true });

export const formOf = (words: Words): Record<string, string> => ({
  ...words,
  source: 'contact_page',
  consent_version: currentConsent.version,
});

/** A key of a form's words, trimmed like stored words. Equal words have equal keys. */
export const said = (lead: Words | SubmissionRecord): string =>
  JSON.stringify(Object.keys(empty).map((name) => (lead[name as keyof Words] ?? '').trim()));
