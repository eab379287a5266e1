/** An extension at the end of a phone number, and its digits. The x of a word like BOX begins none. */
export const phoneExtension =
  /[\s,;]*(?:(?<![a-z])(?:extension|ext|x)|#)[\s.:]*(?<digits>\d{1,7})\s*$/i;
