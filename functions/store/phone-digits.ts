import { digitsOf } from '../../src/shared/phone.ts';

/** Without the country code of the United States, which some people write and others don't. */
export const national = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');

/** The digits of a phone number in this way, or null if they are too few. */
export function foldPhone(phone: string): string | null {
  const digits = digitsOf(phone);
  return digits === null ? null : national(digits);
}
