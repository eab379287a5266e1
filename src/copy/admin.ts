import type { DeliveryState, SpamReason } from '../shared/submission.ts';
import type { Source } from '../shared/fields.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** In the largest unit that fits. */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? counted(hours, 'hour', 'hours')
    : counted(Math.floor(hours / 24), 'day', 'days');
}

const submissions = (count: number): string => counted(count, 'submission', 'submissions');

export const admin = {
  title: 'Admin Dashboard',
  description: 'The inbox, for staff.',
  heading: 'Admin Dashboard',
  needsScript: 'The inbox needs JavaScript. Turn it on in your browser and reload this page.',

  access: {
    checking: 'Checking access',
    denied: 'Access denied. You need admin privileges.',
    unclear: 'Error checking access',
    logout: 'Logout',
    loggedOut: 'Logged out successfully',
    notLoggedOut: 'An error occurred',
  },

  list: {
    heading: 'Contact Submissions',
    empty: 'No submissions yet',
    emptyHint: 'The next request from the site appears here by itself.',
    nothingFound: 'No submission matches',
    clear: 'Clear search and filters',
    loading: 'Loading submissions',
    failed: 'Error loading submissions',
    failedHint: 'The submissions that were loaded before are still here.',
    retry: 'Try again',
    more: 'Load more',
    loadingMore: 'Loading',
    shown: (count: number) => `${count.toLocaleString('en-US')} shown`,
    held: (count: number) => `${count.toLocaleString('en-US')} held as spam`,
    end: (count: number) => `End of the list: ${submissions(count)}`,
    added: (count: number) => `${submissions(count)} added`,
    fresh: (count: number) => counted(count, 'new submission', 'new submissions'),
    show: 'Show',
    offline: 'New submissions can’t be fetched at the moment. Trying again.',
    open: (name: string) => `Open ${name}`,
    mailTo: (name: string) => `E-mail ${name}`,
    isNew: 'New',
  },

  alarm: {
    undelivered: {
      what: 'Deliveries are failing.',
      since: (seconds: number) => `The oldest lead has been waiting for ${duration(seconds)}.`,
      show: 'Show undelivered',
    },
    held: {
      what: 'Leads are held as spam.',
      since: (seconds: number) =>
        `The oldest has been held for ${duration(seconds)}. Release it, or it is never sent.`,
      show: 'Show held',
    },
    hide: 'Hide',
  },

  columns: {
    date: 'Date',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    industry: 'Industry',
    message: 'Message',
    marketing: 'Marketing',
    delivery: 'Delivery',
    actions: 'Actions',
  },
  yes: 'Yes',
  no: 'No',
  nothing: '–',

  filters: {
    search: 'Search',
    searchHint: 'Name, e-mail, company or phone',
    industry: 'Industry',
    everyIndustry: 'All industries',
    delivery: 'Delivery',
    everyDelivery: 'Any delivery',
    held: 'Held as spam',
    days: 'Received',
    periods: {
      '': 'Any day',
      '1': 'Today',
      '7': 'Last 7 days',
      '30': 'Last 30 days',
      range: 'Date range',
    },
    from: 'From',
    to: 'To',
    clear: 'Clear',
  },

  delivery: {
    pending: 'Waiting',
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

  spam: {
    honeypot: 'A hidden field was filled in.',
    too_fast: 'It was sent faster than anyone fills in the form.',
    link_in_name: 'There is a link in the name or the company.',
    markup: 'It contains code for web pages or forums.',
    mostly_links: 'The message is little more than links.',
    hidden_link: 'A link hides where it leads.',
    random_letters: 'Name and company are random letters.',
    same_text: 'Many others have sent the same text.',
  } satisfies Record<SpamReason, string>,

  bulk: {
    start: 'Resend all failed',
    startInView: 'Resend failed in view',
    finding: (count: number) =>
      `Looking for undelivered submissions: ${count.toLocaleString('en-US')}`,
    none: 'Nothing has failed.',
    noneInView: 'Nothing has failed in this view.',
    ask: (count: number) =>
      `Send ${counted(count, 'undelivered submission', 'undelivered submissions')} again?`,
    go: 'Send now',
    cancel: 'Cancel',
    progress: (done: number, of: number) =>
      `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} done`,
    progressLabel: 'Resending',
    stop: 'Stop',
    result: (sent: number, failed: number) =>
      `${sent.toLocaleString('en-US')} sent, ${failed.toLocaleString('en-US')} failed`,
    left: (count: number) => `${count.toLocaleString('en-US')} not tried`,
    findFailed: 'The undelivered submissions could not be listed',
    dismiss: 'Dismiss',
  },

  csv: {
    label: 'Export CSV',
    running: (rows: number) => `${counted(rows, 'lead', 'leads')} …`,
    cancel: 'Cancel export',
    canceled: 'Export canceled',
    noFile: 'No file was saved.',
    saved: (name: string) => `Saved ${name}`,
    failed: 'Export failed',
    why: {
      ended: 'Your session has ended. Sign in and export again.',
      denied: 'You are no longer an admin.',
      refused: 'The list has changed too much. Reload the page and export again.',
      broken: 'The server failed. Please try again.',
      unreachable: 'The connection was lost. Please try again.',
    },
    name: (day: string) => `submissions-${day}.csv`,
  },

  trial: {
    open: 'Send a test lead',
    notLoaded: 'The test could not be opened. Please try again.',
  },

  panel: {
    close: 'Close',
    previous: 'Previous',
    next: 'Next',
    contact: 'Contact',
    message: 'Message',
    noMessage: 'No message was left.',
    copy: 'Copy as text',
    copied: 'Copied',
    notCopied: 'Could not copy',
    received: 'Received',
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
  },

  timeline: {
    heading: 'Delivery',
    pending: (when: string) => `Next try ${when}`,
    pendingNow: 'Next try is due',
    delivered: (when: string) => `Delivered ${when}`,
    failed: (when: string) => `Given up ${when}. Resend it to try again.`,
    off: 'No webhook was set up when this arrived. Resend it to send it now.',
    held: 'Held as spam and not sent. Release it if it isn’t spam.',
    reasons: 'Why',
    none: 'Not tried yet.',
    status: (status: number) => `Answer ${status}`,
    noAnswer: 'No answer',
    took: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
    by: (who: string) => `resent by ${who}`,
  },

  keys: {
    heading: 'Keys',
    open: 'Keys',
    close: 'Close',
    on: 'Single-letter keys',
    list: [
      { keys: ['↓', 'j'], does: 'Next submission' },
      { keys: ['↑', 'k'], does: 'Previous submission' },
      { keys: ['Home', 'End'], does: 'First, last' },
      { keys: ['Enter'], does: 'Open' },
      { keys: ['r'], does: 'Resend, or release a held lead' },
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'This list' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
} as const;
