import { number, submissions } from './counted.ts';

export const erase = {
  open: 'Erase a person',
  heading: 'Erase a person',
  intro: 'For a request to be forgotten: everything that was sent with one e-mail address.',
  email: 'Email of the person',
  find: 'Look up',
  finding: 'Looking',
  close: 'Cancel',
  emailMissing: 'Email is required',
  none: (email: string) => `No submissions from ${email}.`,
  found: (count: number, email: string) => `${submissions(count)} from ${email}.`,
  /** One request can't erase them all. */
  more: (count: number) => `There are more: these are the first ${number(count)}.`,
  changed: 'The number has changed. Nothing was erased yet.',
  warning:
    'You can’t undo this. Submissions that wait for the webhook won’t be sent. A delivery that is under way can’t be stopped, and submissions that were delivered must be erased in that system, too. We keep each submission’s ID, when it was erased, and which consent text was agreed to and when.',
  go: (count: number) => `Erase ${submissions(count)}`,
  erasing: 'Erasing',
  done: (count: number) => `${submissions(count)} erased`,
  refused: (ids: readonly string[]) =>
    `${submissions(ids.length)} could not be erased: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' and others' : ''}. Please ask a developer: the log names each.`,
  notFound: 'The submissions could not be looked up. Please try again.',
  notErased: 'Some could not be erased. Look up the address again to see how many are left.',
} as const;
