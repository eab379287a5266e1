/**
 * The words and numbers by which a search finds a lead. Firestore's index has their beginnings: it finds the leads
 * with the longest one asked for (`array-contains`), and the others are compared after reading. SQLite looks through
 * the words of all leads. Decision 0032.
 */
import { fields, type FormField } from '../../src/shared/fields.ts';
import { national, numbersIn } from '../../src/shared/phone-numbers.ts';
import type { SubmissionRecord } from './record.ts';

/** The index has no more of a word than this. The rest is compared after reading the lead. Decision 0032. */
const prefixLength = 20;
/** The same for a whole e-mail address, which people paste. */
const addressPrefixLength = 64;
/** How many groups of a number's digits a search can start from. */
const phoneGroups = 6;
/** This many digits with dashes between them are one number: "555-0142", but not "24-7". */
const wholeNumber = 7;

/**
 * Makes lowercase text without accents, so that "pena" finds "Peña". Uppercase first makes "ß" and "SS"
 * the same; and Greek has another sigma at the end of a word.
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

type Searched = Partial<Pick<SubmissionRecord, FormField['name']>>;

/** The words that find a lead, by their first letters. */
export const wordsOf = (record: Searched): string[] => [
  ...new Set(fields.flatMap((field) => wordsIn(field, record[field.name]))),
];

function wordsIn({ kind, limit }: FormField, value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const text = fold(value).slice(0, limit);
  if (kind === 'line') return split(text);
  if (kind === 'email') return [...split(text), text];
  if (kind !== 'phone') return [];
  // A search for the phone exactly as it was typed must find it: "555-0142 ext 5".
  return [...numbersOf(value.slice(0, limit)), ...split(text).filter((it) => /\p{L}/u.test(it))];
}

/** All digits, and the digits from each later group on: "555 0142" also finds "(713) 555-0142". And each whole number. */
function numbersOf(phone: string): string[] {
  const groups = phone.normalize('NFKC').match(/\d+/g) ?? [];
  const starts = groups.slice(0, phoneGroups).map((_, i) => groups.slice(i).join(''));
  const whole = numbersIn(phone).map((it) => it.replace('+', ''));
  return [...starts, ...[...starts, ...whole].map(national)];
}

/** Ten digits or more between blanks: a whole number, which may be stored without blanks. */
const spacedNumber = /(?<!\S)[+(]?\d(?:[\s()+./-]*\d){9,}(?!\S)/g;

/** A search of signs alone must find nothing, but no words would find everything. No lead has this word. */
const noWord = ' ';

/** The words of a search. Each of them must be the beginning of a lead's word. */
export function queryWords(q = ''): string[] {
  const tokens = fold(q)
    .replace(spacedNumber, (it) => it.replace(/\s/g, ''))
    .split(/\s/)
    .filter((it) => it !== '');
  const words = tokens.filter((it) => it !== '+1').flatMap(queryWord);
  return words.length > 0 || tokens.length === 0 ? [...new Set(words)] : [noWord];
}

export const isSearch = (q: string | undefined): boolean => queryWords(q).length > 0;

function queryWord(token: string): string[] {
  // A word before the sign makes it an address, or the beginning of one. Mail programs write it as <address>.
  if (/[\p{L}\p{N}]@/u.test(token)) return [token.replace(/^[<("]+|[>)",;]+$/g, '')];
  const digits = token.replace(/\D/g, '');
  if (digits.length >= wholeNumber && /^[\d()+./-]+$/.test(token)) return [national(digits)];
  return split(token);
}

/** The word to look up in the index: the longest is the rarest. */
export const lookupWord = (q: string | undefined): string | undefined =>
  queryWords(q).toSorted((a, b) => b.length - a.length)[0];

/** The term that an index of exact terms has for a word. */
export function indexTerm(word: string): string {
  const term = word.slice(0, word.includes('@') ? addressPrefixLength : prefixLength);
  // No engine can be asked for a text that was cut in the middle of a character.
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
  return words.every((word) => own.some((it) => it.startsWith(word)));
}
