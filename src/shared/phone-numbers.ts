import type { SubmissionItem } from './submission.ts';

/** An extension at the end of a phone number. The x of a word like BOX doesn't start one. */
const phoneExtension = /[\s,;]*(?:(?<![a-z])(?:extension|ext|x)|#)[\s.:]*(?<digits>\d{1,7})\s*$/i;

/** Fewer digits don't identify a number. */
const leastDigits = 7;

/** The digits of a phone number, or null if they are too few. */
export function digitsOf(phone: string): string | null {
  const digits = phone.normalize('NFKC').replace(/\D/g, '');
  return digits.length < leastDigits ? null : digits;
}

/** Without the country code of the United States, which some people write and others don't. */
export const national = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');

/** A North American number: neither its area code nor its exchange begins with 0 or 1, or is N11. */
const american = /^(?!.11)[2-9]\d\d(?!.11)[2-9]\d{6}$/;

/**
 * Numbers abroad have 7 to 15 digits with the country code, and 11 with country code 7: a plus and ten
 * digits beginning with 7 are an American number typed with a plus.
 */
const abroad = /^(?:7\d{10}|[2-689]\d{6,14})$/;

/** Letters on a telephone's keys. */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string): string =>
  String(keys.findIndex((it) => it.includes(letter.toLowerCase())) + 2);

/** The second of two numbers, or words that follow a number, as in “after 5pm” or “24h”. */
const afterNumber = /(?<=(?:\D*\d){7})(?:\s*[/,;|&]|\s+\S*[a-z]|[a-z]).*$/i;

/**
 * A typed number in E.164, or null if it can't be read. Without a country code, it is American. The
 * extension isn't part of it.
 */
export function phoneE164(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .replace(phoneExtension, '')
    .replace(afterNumber, '')
    // The zero that is dialed only inside the country.
    .replace(/\(0\)/, '');
  // Digits may follow, too, as in “9-5”.
  const [first = ''] = /^\D*1?(?:\D*\d){10}(?=\s)/.exec(text) ?? [];
  // One or two letters are more likely a typo than a word.
  const keyed = /(?:[a-z].*){3}/i.test(text) ? text.replace(/[a-z]/gi, keyOf) : '';
  return numberIn(text) ?? numberIn(first) ?? numberIn(keyed);
}

/** Ten digits that may be an American number, unless they follow another country's plus. */
const tenDigits =
  /(?<!\d|\+(?!1)[\d\s().-]*\d[\s().-]*)(?:\+?1\D{0,2})?\d{3}\D{0,2}\d{3}\D?\d{4}(?!\d)/g;

/**
 * All numbers in a text, in E.164. If none is recognized, also its digits, and the same digits with a
 * possibly missing plus.
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
  // Prefixes for international calls: 00 in most countries, 011 in the United States.
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

/** A link that dials the number and its extension, if any. Older leads have the number only as typed. */
export function tel({ phone, phone_e164 }: Pick<SubmissionItem, 'phone' | 'phone_e164'>): string {
  const extension = phoneExtension.exec(phone);
  const number = phone.slice(0, extension?.index);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const more = extension?.groups?.['digits'];
  return `tel:${phone_e164 ?? plus + number.replace(/\D/g, '')}${more ? `;ext=${more}` : ''}`;
}
