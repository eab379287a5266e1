import type { Source } from '../shared/fields.ts';
import { earlierKept, type Earlier, type OptedOut } from '../shared/submission.ts';

const ways: Readonly<Record<OptedOut['how'], string>> = {
  'stop-page': ', on the page /stop',
  'texting-tool': ', by answering a text',
  admin: ', through an admin',
  unknown: '',
};

/** Loads after the list, together with the panel. */
export const panel = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  contact: 'Contact',
  facts: 'Facts',
  call: 'Call',
  mail: 'E-mail',
  doNotContact: {
    label: 'Do not contact',
    lift: 'Allow contact again',
    on: (when: string, how: OptedOut['how']) =>
      `This person asked not to be contacted: ${when}${ways[how]}.`,
    agreed: (when: string) => `They ticked the consent again: ${when}.`,
    older: 'The consent of this request is older.',
    release: 'Releasing this takes them off the do-not-contact list.',
    saved: 'On the do-not-contact list now',
    lifted: 'Off the do-not-contact list now',
    failed: 'The do-not-contact list was not changed',
    unknown: 'We could not check whether this person may be contacted.',
  },
  nothingLeft: (label: string) => `No ${label.toLowerCase()} was left.`,
  copy: 'Copy as text',
  copyLink: 'Copy link',
  copied: 'Copied',
  notCopied: 'Could not copy',
  answer: 'Answer',
  origin: 'Origin',
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
    saved: (name: string) => `Saved ${name}`,
    failed: 'The certificate could not be saved',
  },
  version: 'Version',
  agreed: 'Agreed',
  page: 'Page',
  form: 'Form',
  forms: { island: 'Sent by the page’s script', plain: 'Sent without JavaScript' },
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

export const keys = {
  heading: 'Keys',
  close: 'Close',
  on: 'Single-letter keys',
  signs: { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' },
  next: 'Next submission',
  previous: 'Previous submission',
  open: 'Open',
  answer: 'Mark as answered, or take it back',
  archive: 'Archive, or restore an archived lead',
  undo: 'Undo',
  search: 'Search',
  this: 'This list',
} as const;

const ordinals = 'Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth'.split(' ');
const short = ['2nd', '3rd'];

/** Earlier requests of the same person. A lead names a limited number; those beyond it aren't counted. */
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
