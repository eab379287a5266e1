/** For JSON: half an emoji is text to JavaScript and none to Firestore, which refuses the whole document. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
