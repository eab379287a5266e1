import type { Source } from '../shared/fields.ts';

/** All of one lead. */
export const panel = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  contact: 'Contact',
  call: 'Call',
  mail: 'E-mail',
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
  version: 'Version',
  agreed: 'Agreed',
  page: 'Page',
  address: 'IP address',
  browser: 'Browser',
  hash: 'SHA-256',
  hashMatches: 'matches this text',
  hashDiffers: 'does not match this text',
  unknown: 'Not known',
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
