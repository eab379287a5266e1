/** Links that reach a person. */
import { phoneExtension } from './phone.ts';

/** Encodes characters that would add a header to the mail. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

interface Dialed {
  phone: string;
  /** Missing in older leads, and null if it can't be read. */
  phone_e164?: string | null | undefined;
}

/** A link that dials the number, and its extension if there is one. Older leads have it only as typed. */
export function tel({ phone, phone_e164 }: Dialed): string {
  const extension = phoneExtension.exec(phone);
  const number = phone.slice(0, extension?.index);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const more = extension?.groups?.['digits'];
  return `tel:${phone_e164 ?? plus + number.replace(/\D/g, '')}${more ? `;ext=${more}` : ''}`;
}
