import type {
  DeliveryState,
  askedToStop,
  listUnreadable,
  SpamReason,
} from '../shared/submission.ts';
import { counted, number } from './counted.ts';

export const deliveryWords = {
  states: {
    pending: 'Pending',
    delivered: 'Delivered',
    failed: 'Failed',
    off: 'Not sent',
    held: 'Held',
  } satisfies Record<DeliveryState, string>,

  resend: {
    label: 'Resend',
    of: (name: string) => `Resend ${name}`,
    busy: 'Sending',
    sent: 'Successfully sent to webhook',
    failed: 'Failed to send to webhook',
  },

  release: {
    label: 'Release',
    of: (name: string) => `Release ${name}`,
    busy: 'Releasing',
    released: 'Released',
    failed: 'Could not be released',
  },

  reasons: {
    'asked-to-stop': 'This person asked not to be contacted.',
    list_unreadable:
      'The do-not-contact list can’t be read: PRIVACY_KEY is missing or was changed.',
    honeypot: 'A hidden field was filled in.',
    too_fast: 'It was sent faster than a person can fill in the form.',
    link_in_name: 'There is a link in the name or the company.',
    markup: 'It contains code for web pages or forums.',
    mostly_links: 'The message is little more than links.',
    hidden_link: 'A link hides where it leads.',
    random_letters: 'Name and company are random letters.',
    costly_number: 'Calls and texts to this number can be costly.',
    same_text: 'Many others have sent the same text.',
    same_phone: 'There were many requests for this phone within a day.',
    same_email: 'There were many requests for this address within a day.',
  } satisfies Record<SpamReason | typeof askedToStop | typeof listUnreadable, string>,

  bulk: {
    start: 'Resend all failed',
    startInView: 'Resend failed in view',
    finding: (count: number) => `Looking for undelivered submissions: ${number(count)}`,
    none: 'Nothing has failed.',
    noneInView: 'Nothing has failed in this view.',
    ask: (count: number) =>
      `Send ${counted(count, 'undelivered submission', 'undelivered submissions')} again?`,
    go: 'Send now',
    cancel: 'Cancel',
    progress: (done: number, of: number) => `${number(done)} of ${number(of)} done`,
    progressLabel: 'Resending',
    stop: 'Stop',
    result: (sent: number, failed: number) => `${number(sent)} sent, ${number(failed)} failed`,
    left: (count: number) => `${number(count)} not tried`,
    findFailed: 'The undelivered submissions could not be listed',
    dismiss: 'Dismiss',
  },

  timeline: {
    heading: 'Delivery',
    pending: (when: string) => `Next try ${when}`,
    delivered: (when: string) => `Delivered ${when}`,
    failed: (when: string) =>
      `Given up ${when}. Resend it to try again, or archive it if it needn’t be delivered.`,
    off: 'No webhook was set up when this arrived. Resend it to send it now.',
    held: 'Held as spam and not sent. Release it if it isn’t spam.',
    heldByList: 'Held and not sent.',
    reasons: 'Why',
    none: 'Not tried yet.',
    status: (status: number) => `Answer ${status}`,
    noAnswer: 'No answer',
    took: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
    by: (who: string) => `resent by ${who}`,
  },
} as const;
