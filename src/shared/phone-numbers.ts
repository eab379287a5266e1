/** Phone numbers, and links that reach a person. */
import type { SubmissionItem } from './submission.ts';

/** An extension at the end of a phone number, and its digits. The x of a word like BOX begins none. */
const phoneExtension = /[\s,;]*(?:(?<![a-z])(?:extension|ext|x)|#)[\s.:]*(?<digits>\d{1,7})\s*$/i;

/** Fewer digits could be anybody's. */
const leastDigits = 7;

/** The digits of a phone number, or null if they are too few. */
export function digitsOf(phone: string): string | null {
  const digits = phone.normalize('NFKC').replace(/\D/g, '');
  return digits.length < leastDigits ? null : digits;
}

/** Without the country code of the United States, which some people write and others don't. */
export const national = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');

/** A number in the North American plan: neither its area nor its exchange begins with 0 or 1, or is N11. */
const american = /^(?!.11)[2-9]\d\d(?!.11)[2-9]\d{6}$/;

/**
 * Abroad, a number has 7 to 15 digits with its country code. With country code 7, it has 11: a plus and ten
 * digits that begin with 7 are an American number that somebody put a plus before.
 */
const abroad = /^(?:7\d{10}|[2-689]\d{6,14})$/;

/** Letters as they are on a telephone's keys. */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string): string =>
  String(keys.findIndex((it) => it.includes(letter.toLowerCase())) + 2);

/** The second of two numbers, or words that follow a number, as in “after 5pm” or “24h”. */
const afterNumber = /(?<=(?:\D*\d){7})(?:\s*[/,;|&]|\s+\S*[a-z]|[a-z]).*$/i;

/**
 * A number as telephones dial it (E.164), whatever way it was typed, or null if that can't be known. It
 * is an American one if it has no country code. Its extension isn't part of it.
 */
export function phoneE164(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .replace(phoneExtension, '')
    .replace(afterNumber, '')
    // The zero that is dialed inside the country only.
    .replace(/\(0\)/, '');
  // Digits may follow, too, as in “9-5”.
  const [first = ''] = /^\D*1?(?:\D*\d){10}(?=\s)/.exec(text) ?? [];
  // One letter, or two, is rather a mistyped digit than a word.
  const keyed = /(?:[a-z].*){3}/i.test(text) ? text.replace(/[a-z]/gi, keyOf) : '';
  return numberIn(text) ?? numberIn(first) ?? numberIn(keyed);
}

/** Ten digits that may be an American number. Those behind another country's plus are part of its number. */
const tenDigits =
  /(?<!\d|\+(?!1)[\d\s().-]*\d[\s().-]*)(?:\+?1\D{0,2})?\d{3}\D{0,2}\d{3}\D?\d{4}(?!\d)/g;

/**
 * All numbers in a text, as telephones dial them. If none is read at first sight, also its digits, and these
 * with the plus that may be missing.
 */
export function numbersIn(typed: string): string[] {
  const parts = [typed, ...typed.split(/[/,;|&]|\bor\b|\band\b/i)];
  const read = parts.flatMap((it) => phoneE164(it) ?? []);
  const digits = read.length > 0 ? null : digitsOf(typed);
  const plain = digits === null ? [] : [digits];
  const distant = plain.filter((it) => it.length > 10 && abroad.test(it)).map((it) => `+${it}`);
  const found = typed.normalize('NFKC').match(tenDigits) ?? [];
  return [
    ...new Set([...read, ...plain, ...distant, ...found.flatMap((it) => phoneE164(it) ?? [])]),
  ];
}

function numberIn(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  // The prefixes for calls abroad: 00 in most countries, 011 in the United States.
  const withoutPrefix = /^(?:00|011)(?=[1-9])/.exec(digits);
  const isInternational = /^\D*\+/.test(text) || withoutPrefix !== null;
  const number = withoutPrefix ? digits.slice(withoutPrefix[0].length) : digits;
  const local = national(number);
  if (american.test(local) && (!isInternational || local !== number)) return `+1${local}`;
  return isInternational && abroad.test(number) ? `+${number}` : null;
}

/** Encodes characters that would add a header to the mail. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** A link that dials the number, and its extension if there is one. Older leads have it only as typed. */
export function tel({ phone, phone_e164 }: Pick<SubmissionItem, 'phone' | 'phone_e164'>): string {
  const extension = phoneExtension.exec(phone);
  const number = phone.slice(0, extension?.index);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const more = extension?.groups?.['digits'];
  return `tel:${phone_e164 ?? plus + number.replace(/\D/g, '')}${more ? `;ext=${more}` : ''}`;
}
