import { limits } from '../../src/shared/fields.ts';
import type { SubmissionRecord } from './record.ts';

/** A lookup needs no more of a word than this; the rest is compared when it was read. */
export const prefixLength = 20;
/** Of a whole e-mail address, which people paste. */
export const addressPrefixLength = 64;
/** Groups of digits that a number may be searched from. */
const phoneGroups = 6;
/** From here on, digits with dashes between them are one number: "555-0142", but not "24-7". */
const wholeNumber = 7;

/**
 * In small letters and without accents, so that "Peña" is found by "pena". By way of capitals,
 * which make "ß" and "SS" one; and a Greek word that goes on has another sigma than one that ends.
 */
const fold = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');

const split = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];

type Searched = Pick<SubmissionRecord, 'name' | 'email' | 'company' | 'phone'>;

/** The words by whose beginnings a submission is found. */
export function wordsOf({ name, email, company, phone }: Searched): string[] {
  const address = fold(email).slice(0, limits.email);
  return [
    ...new Set([
      ...split(fold(name).slice(0, limits.name)),
      ...split(address),
      address,
      ...split(fold(company).slice(0, limits.company)),
      ...numbersOf(phone),
    ]),
  ];
}

/** All digits, and those from each later group on: "(713) 555-0142" is found by "555 0142" too. */
function numbersOf(phone: string): string[] {
  const groups = phone.match(/\d+/g) ?? [];
  const starts = groups.slice(0, phoneGroups).map((_, i) => groups.slice(i).join(''));
  return [...starts, ...starts.map(national)];
}

/** Without the country code of the United States, which some write and some don't. */
const national = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');

/** Ten digits or more between blanks: a whole number, which may be stored without any. */
const spacedNumber = /(?<!\S)[+(]?\d(?:[\s()+./-]*\d){9,}(?!\S)/g;

/** No word begins with a blank: what has signs alone finds nothing, where no words would find all. */
const noWord = ' ';

/** What is looked for: each must be the beginning of a word. */
export function queryWords(q = ''): string[] {
  const tokens = fold(q)
    .replace(spacedNumber, (it) => it.replace(/\s+/g, ''))
    .split(/\s+/)
    .filter((it) => it !== '');
  const words = tokens.filter((it) => it !== '+1').flatMap(queryWord);
  return words.length > 0 || tokens.length === 0 ? [...new Set(words)] : [noWord];
}

/** Whether there is a word to search for. */
export const isSearch = (q: string | undefined): boolean => queryWords(q).length > 0;

function queryWord(token: string): string[] {
  // A word before the sign and one after it: an address, or the beginning of one.
  if (/[\p{L}\p{N}]@/u.test(token)) return [token];
  const digits = token.replace(/\D/g, '');
  if (digits.length >= wholeNumber && /^[\d()+./-]+$/.test(token)) return [national(digits)];
  return split(token);
}

const isBeginning = (query: string, words: readonly string[]): boolean =>
  words.some((word) => word.startsWith(query));

/** The word to look up in the index: the longest is the rarest. */
export const lookupWord = (q: string | undefined): string | undefined =>
  queryWords(q).toSorted((a, b) => b.length - a.length)[0];

/** What an index of exact terms keeps of a record, and what to ask it for. */
export function indexTerm(word: string): string {
  const term = word.slice(0, word.includes('@') ? addressPrefixLength : prefixLength);
  // Cut through a character of two halves, it is no text that an engine could be asked for.
  return term.isWellFormed() ? term : term.slice(0, -1);
}

export function indexTerms(record: Searched): string[] {
  const beginnings = wordsOf(record).flatMap((word) => {
    const term = indexTerm(word);
    // The part before the sign is a word of its own already.
    const first = word.includes('@') ? Math.min(word.indexOf('@') + 1, term.length) : 1;
    return Array.from({ length: term.length - first + 1 }, (_, i) => term.slice(0, first + i));
  });
  return [...new Set(beginnings)];
}

export function matches(record: Searched, words: readonly string[]): boolean {
  const own = words.length > 0 ? wordsOf(record) : [];
  return words.every((word) => isBeginning(word, own));
}
