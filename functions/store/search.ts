/**
 * The words and numbers by which a search finds a lead. Firestore has no full-text search, and it documents index
 * merging for `==` only. A search there looks up its longest word in an index of beginnings (`array-contains`), and the
 * other words are compared after reading. SQLite, for development with few leads, compares the words of all leads.
 */
import { fields, type FormField } from '../../src/shared/fields.ts';
import { national, numbersIn } from '../../src/shared/phone-numbers.ts';
import type { SubmissionRecord } from './record.ts';

/** Indexed characters of a word. The rest is compared after reading. */
const prefixLength = 20;
/** The same for an e-mail address, which people paste as a whole. */
const addressPrefixLength = 64;
/** Groups of digits in a number from which a search can start. */
const phoneGroups = 6;
/** This many digits with dashes between them are one number: "555-0142", but not "24-7". */
const wholeNumber = 7;

/** "pena" finds "Peña". Uppercasing first makes "ß" and "SS" the same. Greek has another sigma at the end of a word. */
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

/** A search finds the lead by the first letters of these words. */
export const wordsOf = (record: Searched): string[] => [
  ...new Set(fields.flatMap((field) => wordsIn(field, record[field.name]))),
];

function wordsIn({ kind, limit }: FormField, value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const text = fold(value).slice(0, limit);
  if (kind === 'line') return split(text);
  if (kind === 'email') return [...split(text), text];
  if (kind !== 'phone') return [];
  // A search for the phone exactly as typed must find it: "555-0142 ext 5".
  return [...numbersOf(value.slice(0, limit)), ...split(text).filter((it) => /\p{L}/u.test(it))];
}

/** All digits, those from each later group on ("555 0142" finds "(713) 555-0142"), and each whole number. */
function numbersOf(phone: string): string[] {
  const groups = phone.normalize('NFKC').match(/\d+/g) ?? [];
  const starts = groups.slice(0, phoneGroups).map((_, i) => groups.slice(i).join(''));
  const whole = numbersIn(phone).map((number) => number.replace('+', ''));
  return [...starts, ...[...starts, ...whole].map(national)];
}

/** Ten or more digits between blanks are a whole number, which may be stored without blanks. */
const spacedNumber = /(?<!\S)[+(]?\d(?:[\s()+./-]*\d){9,}(?!\S)/g;

/** No lead has this word. A search for punctuation must find nothing, but a search without words finds everything. */
const noWord = ' ';

/** Each of these words must be the beginning of a lead's word. */
export function queryWords(q = ''): string[] {
  const tokens = fold(q)
    .replace(spacedNumber, (number) => number.replace(/\s/g, ''))
    .split(/\s/)
    .filter((token) => token !== '');
  const words = tokens.filter((token) => token !== '+1').flatMap(queryWord);
  return words.length > 0 || tokens.length === 0 ? [...new Set(words)] : [noWord];
}

export const isSearch = (q: string | undefined): boolean => queryWords(q).length > 0;

function queryWord(token: string): string[] {
  // A letter or digit before the @ makes the token an address, or its beginning. Mail programs write <address>.
  if (/[\p{L}\p{N}]@/u.test(token)) return [token.replace(/^[<("]+|[>)",;]+$/g, '')];
  const digits = token.replace(/\D/g, '');
  if (digits.length >= wholeNumber && /^[\d()+./-]+$/.test(token)) return [national(digits)];
  return split(token);
}

/** The longest word is the rarest. */
export const lookupWord = (q: string | undefined): string | undefined =>
  queryWords(q).toSorted((a, b) => b.length - a.length)[0];

export function indexTerm(word: string): string {
  const term = word.slice(0, word.includes('@') ? addressPrefixLength : prefixLength);
  // Engines refuse a text that was cut within a surrogate pair.
  return term.isWellFormed() ? term : term.slice(0, -1);
}

export function indexTerms(record: Searched): string[] {
  const beginnings = wordsOf(record).flatMap((word) => {
    const term = indexTerm(word);
    // The part before the @ is a separate word.
    const first = word.includes('@') ? Math.min(word.indexOf('@') + 1, term.length) : 1;
    return Array.from({ length: term.length - first + 1 }, (_, i) => term.slice(0, first + i));
  });
  return [...new Set(beginnings)];
}

export function matches(record: Searched, words: readonly string[]): boolean {
  const own = words.length > 0 ? wordsOf(record) : [];
  return words.every((word) => own.some((ownWord) => ownWord.startsWith(word)));
}
