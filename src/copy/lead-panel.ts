import type { Source } from '../shared/fields.ts';
import { earlierKept, type Earlier } from '../shared/submission.ts';

/** All of one lead. */
export const panel = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  contact: 'Contact',
  call: 'Call',
  mail: 'E-mail',
  throwAway: 'This e-mail address is of a kind that works for minutes only. Call instead.',
  message: 'Message',
  noMessage: 'No message was left.',
  copy: 'Copy as text',
  copied: 'Copied',
  notCopied: 'Could not copy',
  received: 'Received',
  answer: 'Answer',
  origin: 'Came by',
  sameCampaign: 'Show this campaign',
  source: 'Source',
  sources: {
    contact_page: 'Contact page',
    contact_form: 'Form on an industry page',
  } satisfies Record<Source, string>,
  id: 'ID',
  consent: 'Consent',
  consentMarketing: 'Marketing consent',
  consentUnknown: 'The text of this version is not on file.',
  certificate: {
    save: 'Save certificate',
    file: (id: string) => `consent-${id}.html`,
    failed: 'The certificate could not be saved',
  },
  version: 'Version',
  agreed: 'Agreed',
  page: 'Page',
  pageAsServed: 'Page as it was',
  deploy: 'Deploy',
  box: 'Box',
  ticked: 'Ticked on this page, where it starts empty',
  restored: 'Ticked before, and restored by the browser',
  open: 'Form was open',
  seconds: (ms: number) => `${Math.round(ms / 1000)} s`,
  address: 'IP address',
  browser: 'Browser',
  hash: 'SHA-256',
  hashMatches: 'matches this text',
  hashDiffers: 'does not match this text',
  unknown: 'Not known',
} as const;

const ordinals = [
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];
const short = ['2nd', '3rd'];

/** A person who asked before. More requests than a lead names aren't counted. */
export const again = {
  label: 'Same person',
  mark: (earlier: number, since: string) =>
    earlier >= earlierKept
      ? `More than ${earlierKept} requests since ${since}`
      : `${ordinals[earlier - 1] ?? `${earlier + 1}th`} request since ${since}`,
  short: (earlier: number) =>
    earlier >= earlierKept ? `${earlierKept}+` : (short[earlier - 1] ?? `${earlier + 1}th`),
  /** Follows the short form, for screen readers. */
  rest: (since: string) => `request since ${since}`,
  by: {
    email: 'same e-mail',
    phone: 'same phone',
    both: 'same e-mail and phone',
  } satisfies Record<Earlier['by'], string>,
} as const;

/** The keys for the list and the panel. */
export const keys = {
  heading: 'Keys',
  open: 'Keys',
  close: 'Close',
  on: 'Single-letter keys',
  list: [
    { keys: ['↓', 'j'], does: 'Next submission' },
    { keys: ['↑', 'k'], does: 'Previous submission' },
    { keys: ['Home', 'End'], does: 'First, last' },
    { keys: ['Enter'], does: 'Open' },
    { keys: ['a'], does: 'Answered, or not after all' },
    { keys: ['e'], does: 'Archive, or restore an archived lead' },
    { keys: ['z'], does: 'Undo' },
    { keys: ['r'], does: 'Resend, or release a held lead' },
    { keys: ['/'], does: 'Search' },
    { keys: ['?'], does: 'This list' },
    { keys: ['Esc'], does: 'Close' },
  ],
} as const;
