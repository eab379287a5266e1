import { admin } from '../../../copy/admin.ts';

const sentences: Readonly<Record<string, string>> = admin.spam;

/** A reason from another version of the site has no sentence here, and says its own name. */
export const spamSentence = (reason: string): string => sentences[reason] ?? reason;
