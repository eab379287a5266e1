/** To write to them: what would begin a header of the mail is part of the address. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** To call them: the number as dialled, its extension after it. */
export function tel(phone: string): string {
  const [number = '', extension = ''] = phone.split(/(?:extension|ext|x|#)\.?\s*/i, 2);
  const plus = number.trim().startsWith('+') ? '+' : '';
  const digits = number.replace(/\D/g, '');
  const more = extension.replace(/\D/g, '');
  return `tel:${plus}${digits}${more && `;ext=${more}`}`;
}
