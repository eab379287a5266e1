/** An extension at the end of a phone number, and its digits. The x of a word like BOX begins none. */
export const phoneExtension =
  /[\s,;]*(?:(?<![a-z])(?:extension|ext|x)|#)[\s.:]*(?<digits>\d{1,7})\s*$/i;

/** Fewer digits could be anybody's. */
const leastDigits = 7;

/** The digits of a phone number, or null if they are too few. */
export function digitsOf(phone: string): string | null {
  const digits = phone.normalize('NFKC').replace(/\D/g, '');
  return digits.length < leastDigits ? null : digits;
}

/** Without the country code of the United States, which some people write and others don't. */
export const national = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');

/** The digits of a phone number in this way, or null if they are too few. */
export function foldPhone(phone: string): string | null {
  const digits = digitsOf(phone);
  return digits === null ? null : national(digits);
}
